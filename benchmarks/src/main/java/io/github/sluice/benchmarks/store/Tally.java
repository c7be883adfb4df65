package io.github.sluice.benchmarks.store;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.AtomicHistogram;
import org.jspecify.annotations.Nullable;

/** Counts what was answered, and times it as long as it is being measured. */
final class Tally {

    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int DIGITS = 3;

    private final LongAdder allowed = new LongAdder();
    private final LongAdder denied = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicReference<@Nullable Throwable> firstFailure = new AtomicReference<>();
    private final AtomicHistogram nanos = new AtomicHistogram(LONGEST.toNanos(), DIGITS);
    private volatile boolean measuring;

    void measure(boolean whether) {
        measuring = whether;
    }

    void answered(Answer answer, long tookNanos) {
        switch (answer) {
            case ALLOWED -> allowed.increment();
            case DENIED -> denied.increment();
            case FAILED -> failed.increment();
        }
        if (measuring && answer != Answer.FAILED) {
            nanos.recordValue(Math.min(tookNanos, LONGEST.toNanos()));
        }
    }

    void failed(Throwable failure, long tookNanos) {
        firstFailure.compareAndSet(null, failure);
        answered(Answer.FAILED, tookNanos);
    }

    /** Without the failures, which may take no time at all. */
    long decisions() {
        return allowed.sum() + denied.sum();
    }

    long allowed() {
        return allowed.sum();
    }

    long failed() {
        return failed.sum();
    }

    Optional<Throwable> firstFailure() {
        return Optional.ofNullable(firstFailure.get());
    }

    double percentileMillis(double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e6;
    }
}
