package io.github.sluice.benchmarks.report;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** One value of a table. */
public sealed interface Cell {

    /** The value as it is written. */
    String text();

    /** Whether it is written to the right of its column. */
    boolean isNumber();

    /** A word. */
    static Cell of(String text) {
        return new Word(text);
    }

    /** A number, rounded to so many decimals; one that is not finite is left empty. */
    static Cell of(double value, int decimals) {
        return new Figure(value, decimals);
    }

    /** A whole number. */
    static Cell of(long value) {
        return new Figure(value, 0);
    }

    /** A word. */
    record Word(String text) implements Cell {

        @Override
        public boolean isNumber() {
            return false;
        }
    }

    /** A number, rounded to so many decimals. */
    record Figure(double value, int decimals) implements Cell {

        @Override
        public String text() {
            return Double.isFinite(value)
                    ? BigDecimal.valueOf(value)
                            .setScale(decimals, RoundingMode.HALF_UP)
                            .toPlainString()
                    : "";
        }

        @Override
        public boolean isNumber() {
            return true;
        }
    }
}
