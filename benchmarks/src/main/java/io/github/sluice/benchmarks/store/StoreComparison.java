package io.github.sluice.benchmarks.store;

import io.github.sluice.benchmarks.redis.RedisConsole;
import io.github.sluice.benchmarks.redis.RedisProcess;
import io.github.sluice.benchmarks.report.Cell;
import io.github.sluice.benchmarks.report.GroupedChart;
import io.github.sluice.benchmarks.report.Machine;
import io.github.sluice.benchmarks.report.Report;
import io.github.sluice.benchmarks.report.Table;
import io.github.sluice.benchmarks.store.Results.Case;
import java.time.Duration;
import java.util.List;

/** Ours and others' decisions against one Redis, in turns. */
public final class StoreComparison {

    private static final String COMMAND = "mvn -q -pl benchmarks -am compile exec:exec@store";
    private static final List<Integer> IN_FLIGHT = List.of(1, 64, 512);
    private static final int CHARTED = 64;
    private static final List<Workload> WORKLOADS = List.of(
            Workload.allowed("one hot key", 1), Workload.allowed("10,000 keys", 10_000), Workload.mostlyDenied());

    private StoreComparison() {}

    /**
     * Measures, prints and writes.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        Pace pace = Pace.ofSystemProperties();
        try (RedisProcess redis = RedisProcess.start();
                RedisConsole console = new RedisConsole(redis.address());
                Contenders contenders = Contenders.open(
                        redis.address(),
                        SluiceContender::asShipped,
                        RedisRateLimiterContender::new,
                        Bucket4jContender::plain,
                        GatewayBucket4jContender::new,
                        Bucket4jContender::batching,
                        SluiceContender::oneCallEach,
                        BareScriptContender::new)) {
            Results results = measure(pace, console, contenders);
            new Report("store", Machine.here(console.version(), COMMAND))
                    .write(table(results), chart(results), new Targets(results).lines());
            List<String> failures = results.failures();
            if (!failures.isEmpty()) {
                throw new IllegalStateException(String.join("\n", failures));
            }
        }
    }

    private static Results measure(Pace pace, RedisConsole console, Contenders contenders) {
        // The compiler's turn, not looked at.
        round(new Pace(1, Duration.ofSeconds(2), Duration.ZERO), List.of(CHARTED), console, contenders, new Results());
        Results results = new Results();
        for (int round = 1; round <= pace.rounds(); round++) {
            System.out.println("round " + round + " of " + pace.rounds());
            round(pace, IN_FLIGHT, console, contenders, results);
        }
        return results;
    }

    private static void round(
            Pace pace, List<Integer> inFlights, RedisConsole console, Contenders contenders, Results results) {
        for (Workload workload : WORKLOADS) {
            for (int inFlight : inFlights) {
                for (Contender contender : contenders.all()) {
                    console.empty();
                    results.add(
                            new Case(workload.name(), inFlight, contender.name()),
                            new ClosedLoop(contender, workload, inFlight, console::use).run(pace));
                }
            }
        }
    }

    private static Table table(Results results) {
        Table table = Table.of(
                "What a decision costs, by store",
                "workload",
                "in flight",
                "store",
                "decisions/s",
                "p50 ms",
                "p99 ms",
                "calls",
                "server us",
                "redis cpu us",
                "bytes",
                "client cpu us",
                "failures",
                "admitted %");
        for (Case measured : results.cases()) {
            table = table.with(
                    Cell.of(measured.workload()),
                    Cell.of(measured.inFlight()),
                    Cell.of(measured.contender()),
                    Cell.of(results.median(measured, Sample::perSecond), 0),
                    Cell.of(results.median(measured, Sample::medianMillis), 3),
                    Cell.of(results.median(measured, Sample::p99Millis), 3),
                    Cell.of(results.median(measured, Sample::calls), 4),
                    Cell.of(results.median(measured, Sample::serverMicros), 3),
                    Cell.of(results.median(measured, Sample::redisCpuMicros), 3),
                    Cell.of(results.median(measured, Sample::bytes), 1),
                    Cell.of(results.median(measured, Sample::clientMicros), 2),
                    Cell.of(results.median(measured, Sample::failures), 0),
                    Cell.of(results.median(measured, Sample::admitted) * 100, 1));
        }
        return table;
    }

    private static GroupedChart chart(Results results) {
        GroupedChart chart = GroupedChart.of(
                "Decisions of one gateway, " + CHARTED + " requests in flight",
                "workload",
                "decisions/s",
                GroupedChart.Scale.LOGARITHMIC);
        for (Case measured : results.cases()) {
            if (measured.inFlight() == CHARTED) {
                chart = chart.with(
                        measured.contender(), measured.workload(), results.median(measured, Sample::perSecond));
            }
        }
        return chart;
    }
}
