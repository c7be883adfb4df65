package io.github.sluice.gateway.address;

import java.util.Optional;

/** The header in which proxies tell from whom they have a request, each adding an element on the right. */
public enum ForwardingHeader {

    /** {@code X-Forwarded-For: 192.0.2.1, 10.0.0.1}. */
    X_FORWARDED_FOR("X-Forwarded-For") {

        @Override
        int lastElement(String line, int floor, int end) {
            int begin = end;
            while (begin > floor && line.charAt(begin - 1) != ',') {
                begin--;
            }
            return begin;
        }

        @Override
        Optional<String> node(String element) {
            return Optional.of(element);
        }
    },

    /** {@code Forwarded: for=192.0.2.1;proto=https, for="[2001:db8::1]:443"} of RFC 7239. */
    FORWARDED("Forwarded") {

        /**
         * From the right, so that an open quote in what a client sent swallows nothing of what a proxy added to it. A quote
         * behind an odd number of backslashes is part of a quoted string.
         */
        @Override
        int lastElement(String line, int floor, int end) {
            boolean quoted = false;
            int begin = end;
            while (begin > floor && (quoted || line.charAt(begin - 1) != ',')) {
                begin--;
                if (line.charAt(begin) == '"' && !isEscaped(line, floor, begin)) {
                    quoted = !quoted;
                }
            }
            return begin;
        }

        @Override
        Optional<String> node(String element) {
            return new ForwardedElement(element).node();
        }
    };

    private final String field;

    ForwardingHeader(String field) {
        this.field = field;
    }

    String field() {
        return field;
    }

    /** Where the last element begins of what stands before {@code end}; {@code floor} if it may begin before that. */
    abstract int lastElement(String line, int floor, int end);

    /** From whom the proxy that added this element has the request; empty if the element does not tell. */
    abstract Optional<String> node(String element);

    private static boolean isEscaped(String line, int floor, int at) {
        int begin = at;
        while (begin > floor && line.charAt(begin - 1) == '\\') {
            begin--;
        }
        return (at - begin) % 2 != 0;
    }
}
