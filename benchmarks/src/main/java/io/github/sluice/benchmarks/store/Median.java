package io.github.sluice.benchmarks.store;

import java.util.stream.DoubleStream;

/** The one in the middle. */
final class Median {

    private Median() {}

    /** The middle value, or the mean of the two in the middle. */
    static double of(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
