package io.github.sluice.gateway.address;

import java.util.Optional;

/** One element of {@code Forwarded}: what one proxy tells, as pairs {@code name=value} (RFC 7239, section 4). */
final class ForwardedElement {

    private final String text;

    ForwardedElement(String text) {
        this.text = text;
    }

    /** The parameter {@code for}; empty if there is none, or more than one, or the element is malformed anywhere. */
    Optional<String> node() {
        Optional<String> node = Optional.empty();
        int begin = 0;
        while (begin < text.length()) {
            int end = endOfPair(begin);
            String pair = ForwardingHops.trim(text.substring(begin, end));
            begin = end + 1;
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            Optional<String> value =
                    equals < 0 ? Optional.empty() : unquoted(ForwardingHops.trim(pair.substring(equals + 1)));
            boolean isNode = equals >= 0 && "for".equalsIgnoreCase(ForwardingHops.trim(pair.substring(0, equals)));
            if (value.isEmpty() || (isNode && node.isPresent())) {
                return Optional.empty();
            }
            node = isNode ? value : node;
        }
        return node;
    }

    private int endOfPair(int begin) {
        boolean quoted = false;
        for (int i = begin; i < text.length(); i++) {
            char character = text.charAt(i);
            if (quoted && character == '\\') {
                i++;
            } else if (character == '"') {
                quoted = !quoted;
            } else if (character == ';' && !quoted) {
                return i;
            }
        }
        return text.length();
    }

    /** What a quoted string means (RFC 9110, section 5.6.4), or a value without quotes as it is. */
    private static Optional<String> unquoted(String value) {
        if (!value.startsWith("\"")) {
            return value.indexOf('"') < 0 ? Optional.of(value) : Optional.empty();
        }
        StringBuilder meant = new StringBuilder(value.length());
        for (int i = 1; i < value.length(); i++) {
            char character = value.charAt(i);
            if (character == '"') {
                return i == value.length() - 1 ? Optional.of(meant.toString()) : Optional.empty();
            }
            if (character != '\\') {
                meant.append(character);
            } else if (i + 1 < value.length()) {
                i++;
                meant.append(value.charAt(i));
            }
        }
        return Optional.empty();
    }
}
