package io.github.sluice.benchmarks.store;

import io.github.sluice.benchmarks.store.Results.Case;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What is to be reached, and what was: ratios are medians over the rounds of the ratio within a round.
 *
 * @param results what was measured
 */
record Targets(Results results) {

    private static final String OURS = "Sluice";
    private static final String THEIRS = "RedisRateLimiter";

    List<String> lines() {
        Case hot = new Case("one hot key", 64, OURS);
        Case distinct = new Case("10,000 keys", 64, OURS);
        ToDoubleFunction<Sample> speed = Sample::perSecond;
        return List.of(
                "Medians over the rounds of the ratio within a round, 64 in flight:",
                line("one hot key, decisions/s to RedisRateLimiter", ratio(hot, THEIRS, speed), "at least 3"),
                line(
                        "one hot key, decisions/s to Bucket4j, batching",
                        ratio(hot, "Bucket4j, batching", speed),
                        "at least 2"),
                line("one hot key, Redis calls a decision", results.median(hot, Sample::calls), "under 0.1"),
                line("10,000 keys, decisions/s to RedisRateLimiter", ratio(distinct, THEIRS, speed), "at least 1.1"),
                line(
                        "10,000 keys, decisions/s to bare EVALSHA",
                        ratio(distinct, "bare EVALSHA", speed),
                        "at least 0.85"),
                line(
                        "10,000 keys, server microseconds a decision to RedisRateLimiter",
                        ratio(distinct, THEIRS, Sample::serverMicros),
                        "at most 0.8"));
    }

    private double ratio(Case ours, String other, ToDoubleFunction<Sample> figure) {
        return results.ratio(ours, ours.of(other), figure);
    }

    private static String line(String what, double value, String target) {
        return String.format(Locale.ROOT, "  %-64s %6.3f  (%s)", what, value, target);
    }
}
