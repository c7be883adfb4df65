package io.github.sluice.benchmarks.http;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** The value in the middle, which one disturbed turn does not move. */
final class Medians {

    private Medians() {}

    static double of(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1
                ? sorted[middle]
                : Arrays.stream(sorted, middle - 1, middle + 1).average().orElseThrow();
    }
}
