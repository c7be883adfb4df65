package io.github.sluice.gateway;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * What the buckets of a filter are called in a URL: the id of the route, a dot, and the filter's name or ordinal; a tilde and
 * the name where several filters share buckets. Whatever is no letter, digit or hyphen is written as underscore and two
 * hexadecimal digits for each byte, so that no two are called the same and nothing needs escaping.
 */
final class PathSegment {

    private PathSegment() {}

    static String ofOrdinal(String routeId, String ordinal) {
        return escaped(routeId) + '.' + ordinal;
    }

    static String ofNamed(String routeId, String name) {
        // So that one who is called 0 is not the first.
        return escaped(routeId)
                + '.'
                + (name.matches("[0-9].*") ? hex((byte) name.charAt(0)) + escaped(name.substring(1)) : escaped(name));
    }

    static String ofShared(String name) {
        return '~' + escaped(name);
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            char character = (char) each;
            escaped.append(
                    character < 128 && (Character.isLetterOrDigit(character) || character == '-')
                            ? String.valueOf(character)
                            : hex(each));
        }
        return escaped.toString();
    }

    private static String hex(byte each) {
        return '_' + HexFormat.of().toHexDigits(each);
    }
}
