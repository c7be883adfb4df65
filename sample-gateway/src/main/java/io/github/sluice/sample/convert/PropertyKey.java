package io.github.sluice.sample.convert;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A key of a YAML map as Spring reads it: {@code routes[0].filters} is three names.
 *
 * @param text the key as it is written
 * @param segments its names in their order
 */
record PropertyKey(String text, List<Segment> segments) {

    /**
     * One name in a key.
     *
     * @param name the name as it is written; an index with its brackets
     * @param start where it begins in the key
     * @param end where it ends
     */
    record Segment(String name, int start, int end) {}

    static PropertyKey of(String text) {
        List<Segment> segments = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int end = text.charAt(start) == '[' ? text.indexOf(']', start) + 1 : nextOf(text, start);
            end = end <= 0 ? text.length() : end;
            segments.add(new Segment(name(text.substring(start, end)), start, end));
            start = end < text.length() && text.charAt(end) == '.' ? end + 1 : end;
        }
        return new PropertyKey(text, segments);
    }

    private static int nextOf(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) != '.' && text.charAt(end) != '[') {
            end++;
        }
        // A dot without a name in front of it is a name that nobody knows.
        return end == from ? from + 1 : end;
    }

    // "[a.b]" is one name with a dot in it, "[0]" an index.
    private static String name(String part) {
        return part.matches("\\[.*[^\\d\\]].*]") ? part.substring(1, part.length() - 1) : part;
    }

    /** The names as they are compared. */
    List<String> names() {
        return segments.stream().map(segment -> uniform(segment.name)).toList();
    }

    /** Spring takes {@code replenishRate}, {@code replenish-rate} and {@code REPLENISH_RATE} for the same name. */
    static String uniform(String name) {
        return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }
}
