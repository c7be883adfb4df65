package io.github.sluice.benchmarks.http;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What came back in one run of a load. */
final class Answers {

    private static final int DIGITS = 3;

    private final int[] statuses = new int[1000];
    private final Histogram nanos = new Histogram(TimeUnit.SECONDS.toNanos(60), DIGITS);
    private final long startNanos;
    private long endNanos;
    private long tellingLimit;

    Answers(long startNanos) {
        this.startNanos = startNanos;
        this.endNanos = startNanos;
    }

    void add(AnswerHead head, long sentNanos, long nowNanos) {
        statuses[head.status()]++;
        nanos.recordValue(nowNanos - sentNanos);
        if (head.tellsLimit()) {
            tellingLimit++;
        }
        endNanos = nowNanos;
    }

    long count() {
        return nanos.getTotalCount();
    }

    long count(int status) {
        return statuses[status];
    }

    /** How many of them tell where a limit stands. */
    long tellingLimit() {
        return tellingLimit;
    }

    /** From before the first request was sent until after the last answer came. */
    Duration elapsed() {
        return Duration.ofNanos(endNanos - startNanos);
    }

    double perSecond() {
        return count() * 1e9 / (endNanos - startNanos);
    }

    double millisAt(double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e6;
    }

    Map<Integer, Integer> statuses() {
        Map<Integer, Integer> seen = new TreeMap<>();
        for (int status = 0; status < statuses.length; status++) {
            if (statuses[status] > 0) {
                seen.put(status, statuses[status]);
            }
        }
        return seen;
    }
}
