package io.github.sluice.sample.convert;

import java.util.List;
import java.util.Optional;

/** What becomes of a RequestRateLimiter filter. */
sealed interface Translation {

    /**
     * A TokenBucket filter takes its place.
     *
     * @param comments what to say of the filter as a whole
     * @param lines its arguments
     */
    record Converted(List<String> comments, List<Line> lines) implements Translation {}

    /**
     * It stays as it is, for a human has to decide.
     *
     * @param reason what there is to decide
     */
    record Kept(String reason) implements Translation {}

    /**
     * One argument.
     *
     * @param name its name
     * @param value its value, without quotes
     * @param comment what to say of it
     */
    record Line(String name, String value, Optional<String> comment) {

        static Line of(String name, String value) {
            return new Line(name, value, Optional.empty());
        }

        static Line of(String name, String value, String comment) {
            return new Line(name, value, Optional.of(comment));
        }

        /** The value as YAML reads it back. */
        String quoted() {
            return value.matches("[A-Za-z0-9][A-Za-z0-9./-]*")
                    ? value
                    : '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }
    }
}
