package io.github.sluice.benchmarks.store;

import java.time.Duration;
import org.springframework.boot.convert.DurationStyle;

/**
 * How long is measured.
 *
 * @param rounds how often each
 * @param warmUp the time before each measurement, under the same load
 * @param measure the time of each measurement
 */
record Pace(int rounds, Duration warmUp, Duration measure) {

    /** From the system properties {@code benchmark.rounds}, {@code benchmark.warm-up} and {@code benchmark.measure}. */
    static Pace ofSystemProperties() {
        return new Pace(
                Integer.getInteger("benchmark.rounds", 3),
                duration("benchmark.warm-up", "1500ms"),
                duration("benchmark.measure", "3s"));
    }

    private static Duration duration(String property, String usual) {
        return DurationStyle.detectAndParse(System.getProperty(property, usual));
    }
}
