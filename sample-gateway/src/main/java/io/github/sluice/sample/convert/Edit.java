package io.github.sluice.sample.convert;

import java.util.Comparator;
import java.util.List;

/**
 * A part of a text and what takes its place; an empty part is an insertion.
 *
 * @param start where the part begins
 * @param end where it ends
 * @param replacement what takes its place
 */
record Edit(int start, int end, String replacement) {

    static Edit insertion(int offset, String text) {
        return new Edit(offset, offset, text);
    }

    /** The text with all edits made; of those at the same place an insertion comes first, several in their order. */
    static String applyAll(String text, List<Edit> edits) {
        StringBuilder result = new StringBuilder();
        int done = 0;
        for (Edit edit : edits.stream()
                .sorted(Comparator.comparingInt(Edit::start).thenComparingInt(Edit::end))
                .toList()) {
            if (edit.start < done) {
                throw new IllegalStateException("two edits overlap at " + edit.start);
            }
            result.append(text, done, edit.start).append(edit.replacement);
            done = edit.end;
        }
        return result.append(text, done, text.length()).toString();
    }
}
