package io.github.sluice.gateway.address;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * The hops that a forwarding header tells of, the nearest first: all its lines in their order are one list, which is read
 * from the right, and of which only so much is read that a client cannot make it dear.
 */
final class ForwardingHops {

    static final int MOST_HOPS = 32;
    static final int MOST_CHARACTERS = 4096;

    private final ForwardingHeader header;
    private final List<String> lines;
    private int line;
    private boolean inLine;
    private int end;
    private int hopsLeft = MOST_HOPS;
    private int charactersLeft = MOST_CHARACTERS;

    ForwardingHops(ForwardingHeader header, List<String> lines) {
        this.header = header;
        this.lines = lines;
        this.line = lines.size();
    }

    /**
     * The next hop. Empty elements of the list are no hops.
     *
     * @return empty if there is none, or it is no address, or more was read than is read: then ask no more
     */
    Optional<InetAddress> next() {
        while (hopsLeft > 0 && charactersLeft > 0 && hasText()) {
            String text = lines.get(line);
            int floor = Math.max(0, end - charactersLeft);
            int begin = header.lastElement(text, floor, end);
            if (begin == floor && floor > 0) {
                return Optional.empty();
            }
            String element = trim(text.substring(begin, end));
            charactersLeft -= end - begin + 1;
            inLine = begin > 0;
            end = begin - 1;
            if (!element.isEmpty()) {
                hopsLeft--;
                return header.node(element).flatMap(AddressLiteral::parseNode);
            }
        }
        return Optional.empty();
    }

    private boolean hasText() {
        if (!inLine && line > 0) {
            line--;
            inLine = true;
            end = lines.get(line).length();
        }
        return inLine;
    }

    /** Without the spaces and tabs around it, which is all that HTTP calls optional whitespace. */
    static String trim(String text) {
        int begin = 0;
        int end = text.length();
        while (begin < end && isBlank(text.charAt(begin))) {
            begin++;
        }
        while (end > begin && isBlank(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(begin, end);
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\t';
    }
}
