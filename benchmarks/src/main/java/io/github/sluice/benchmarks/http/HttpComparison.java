package io.github.sluice.benchmarks.http;

import io.github.sluice.benchmarks.report.Cell;
import io.github.sluice.benchmarks.report.GroupedChart;
import io.github.sluice.benchmarks.report.Machine;
import io.github.sluice.benchmarks.report.Report;
import io.github.sluice.benchmarks.report.Table;
import java.util.EnumMap;
import java.util.Map;

/** All routes of one gateway in turn, several rounds: requests a second, waits and Redis calls of each, and their ratios. */
public final class HttpComparison {

    private static final String COMMAND = "mvn -q -pl benchmarks -am compile exec:exec@http";

    private final Settings settings;
    private final TestBed bed;
    private final Map<Route, Requests> requests = new EnumMap<>(Route.class);
    private final Results results = new Results();

    private HttpComparison(Settings settings, TestBed bed) {
        this.settings = settings;
        this.bed = bed;
        for (Route route : Route.values()) {
            // The same callers on all routes, so that forwarding costs the same, whatever the key is.
            requests.put(route, Requests.of(route.path(), settings.callers()));
        }
    }

    public static void main(String[] args) {
        Settings settings = Settings.ofSystemProperties();
        try (TestBed bed = TestBed.of(1, settings)) {
            HttpComparison comparison = new HttpComparison(settings, bed);
            comparison.warmUp();
            comparison.measure();
            comparison.report();
        }
    }

    /** Twice, for code that the routes share is compiled anew when a later route goes another way through it. */
    private void warmUp() {
        for (int time = 0; time < 2; time++) {
            requests.forEach((route, some) -> bed.turn(some, settings.warmUp().dividedBy(2)));
        }
    }

    private void measure() {
        for (int round = 0; round < settings.rounds(); round++) {
            requests.forEach((route, some) -> {
                Turn turn = bed.turn(some, settings.turn());
                route.check(turn.answers());
                results.add(route, turn);
            });
        }
    }

    private void report() {
        new Report("http", Machine.here(bed.redisVersion(), COMMAND)).write(table(), chart(), Target.judge(results));
    }

    private Table table() {
        Table table = Table.of(
                "One gateway, %d connections, medians of %d rounds of %d ms"
                        .formatted(
                                settings.connections(),
                                settings.rounds(),
                                settings.turn().toMillis()),
                "route",
                "requests/s",
                "of no limiter",
                "p50 ms",
                "p99 ms",
                "gateway CPU µs/request",
                "Redis calls/request",
                "Redis µs/request",
                "statuses");
        for (Route route : Route.values()) {
            table = table.with(
                    Cell.of(route.title()),
                    Cell.of(results.perSecond(route), 0),
                    Cell.of(results.ratio(route, Route.NO_LIMITER), 2),
                    Cell.of(results.median(route, turn -> turn.answers().millisAt(50)), 2),
                    Cell.of(results.median(route, turn -> turn.answers().millisAt(99)), 2),
                    Cell.of(results.median(route, Turn::gatewayMicrosPerRequest), 0),
                    Cell.of(results.median(route, Turn::redisCallsPerRequest), 4),
                    Cell.of(results.median(route, Turn::redisMicrosPerRequest), 1),
                    Cell.of(results.statuses(route).toString()));
        }
        return table;
    }

    private GroupedChart chart() {
        GroupedChart chart =
                GroupedChart.of("Requests through one gateway", "", "requests/s", GroupedChart.Scale.LINEAR);
        chart = group(chart, "allowed, one key", Route.NO_LIMITER, Route.THEIRS_HOT, Route.OURS_HOT);
        chart = group(chart, "allowed, distinct keys", Route.NO_LIMITER, Route.THEIRS_DISTINCT, Route.OURS_DISTINCT);
        return group(chart, "denied", Route.STATIC_DENIAL, Route.THEIRS_DENIED, Route.OURS_DENIED);
    }

    private GroupedChart group(GroupedChart chart, String name, Route without, Route theirs, Route ours) {
        return chart.with("no limiter, or a static 429", name, results.perSecond(without))
                .with("RequestRateLimiter", name, results.perSecond(theirs))
                .with("TokenBucket", name, results.perSecond(ours));
    }
}
