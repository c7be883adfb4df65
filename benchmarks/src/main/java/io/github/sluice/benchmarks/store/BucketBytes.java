package io.github.sluice.benchmarks.store;

import io.github.sluice.benchmarks.redis.RedisConsole;
import io.github.sluice.benchmarks.redis.RedisProcess;
import io.github.sluice.benchmarks.report.Cell;
import io.github.sluice.benchmarks.report.GroupedChart;
import io.github.sluice.benchmarks.report.Machine;
import io.github.sluice.benchmarks.report.Report;
import io.github.sluice.benchmarks.report.Table;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToDoubleFunction;
import reactor.core.publisher.Flux;

/** What a bucket takes of Redis's memory, ours and others'. */
public final class BucketBytes {

    private static final String COMMAND = "mvn -q -pl benchmarks -am compile exec:exec@bytes";

    /** Half of the tokens, so that no bucket is full again, and gone, before it is looked at. */
    private static final Workload BUCKETS = new Workload("100,000 buckets", 100, 1, 50, 100_000);

    private static final int IN_FLIGHT = 64;
    private static final int LOOKED_AT = 10_000;

    /** Redis goes on growing its tables for a while, a part in each of its rounds. */
    private static final Duration UNTIL_SETTLED = Duration.ofSeconds(6);

    private BucketBytes() {}

    /**
     * Measures, prints and writes.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        try (RedisProcess redis = RedisProcess.start();
                RedisConsole console = new RedisConsole(redis.address());
                Contenders contenders = Contenders.open(
                        redis.address(),
                        SluiceContender::patient,
                        RedisRateLimiterContender::new,
                        Bucket4jContender::plain)) {
            List<Size> sizes = new ArrayList<>();
            for (Contender contender : contenders.all()) {
                sizes.add(size(contender, console));
            }
            double ratio = sizes.get(0).bytes() / sizes.get(1).bytes();
            new Report("bytes", Machine.here(console.version(), COMMAND))
                    .write(
                            table(sizes),
                            chart(sizes),
                            List.of("Sluice to RedisRateLimiter: %.3f (at most 0.6)".formatted(ratio)));
        }
    }

    private static Size size(Contender contender, RedisConsole console) {
        Decider decider = contender.under(BUCKETS);
        // The connection's buffers and the script count on neither side.
        fill(decider, 1);
        console.empty();
        LockSupport.parkNanos(UNTIL_SETTLED.toNanos());
        long before = console.usedBytes();
        fill(decider, BUCKETS.callers());
        LockSupport.parkNanos(UNTIL_SETTLED.toNanos());
        long after = console.usedBytes();
        double buckets = BUCKETS.callers();
        double keys = console.keys() / buckets;
        List<String> some = console.someKeys(LOOKED_AT);
        RedisCommands<String, String> server = console.servers().get(0);
        return new Size(
                contender.name(),
                (after - before) / buckets,
                keys,
                keys * mean(some, String::length),
                keys * mean(some, server::strlen));
    }

    private static void fill(Decider decider, int callers) {
        long allowed = Flux.range(0, callers)
                .flatMap(decider::decide, IN_FLIGHT)
                .filter(Answer.ALLOWED::equals)
                .count()
                .blockOptional()
                .orElse(0L);
        if (allowed != callers) {
            throw new IllegalStateException("only " + allowed + " of " + callers + " were allowed");
        }
    }

    private static double mean(List<String> keys, ToDoubleFunction<String> figure) {
        return keys.stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    private static Table table(List<Size> sizes) {
        Table table = Table.of(
                "What a bucket takes in Redis, at " + BUCKETS.name(),
                "store",
                "bytes",
                "keys",
                "bytes of keys",
                "bytes of values");
        for (Size size : sizes) {
            table = table.with(
                    Cell.of(size.store()),
                    Cell.of(size.bytes(), 1),
                    Cell.of(size.keys(), 2),
                    Cell.of(size.keyBytes(), 1),
                    Cell.of(size.valueBytes(), 1));
        }
        return table;
    }

    private static GroupedChart chart(List<Size> sizes) {
        GroupedChart chart = GroupedChart.of(
                "Memory of a bucket in Redis, at " + BUCKETS.name(), "", "bytes a bucket", GroupedChart.Scale.LINEAR);
        for (Size size : sizes) {
            chart = chart.with(size.store(), "used_memory", size.bytes())
                    .with(size.store(), "keys alone", size.keyBytes())
                    .with(size.store(), "values alone", size.valueBytes());
        }
        return chart;
    }

    /**
     * The memory of one bucket.
     *
     * @param store whose
     * @param bytes of everything
     * @param keys their number
     * @param keyBytes the characters of the keys
     * @param valueBytes the characters of the values
     */
    private record Size(String store, double bytes, double keys, double keyBytes, double valueBytes) {}
}
