package io.github.sluice.benchmarks.http;

import io.github.sluice.benchmarks.report.Cell;
import io.github.sluice.benchmarks.report.GroupedChart;
import io.github.sluice.benchmarks.report.Machine;
import io.github.sluice.benchmarks.report.Report;
import io.github.sluice.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.List;

/** The same load on one, two and three gateways over one Redis: what Redis is asked, and whether a limit holds over all. */
public final class HttpGrowth {

    private static final String COMMAND = "mvn -q -pl benchmarks -am compile exec:exec@http-growth";
    private static final int MOST_GATEWAYS = 3;

    private final Settings settings;
    private final List<Growth> growths = new ArrayList<>();
    private String redisVersion = "";

    private HttpGrowth(Settings settings) {
        this.settings = settings;
    }

    public static void main(String[] args) {
        HttpGrowth growth = new HttpGrowth(Settings.ofSystemProperties());
        for (int gateways = 1; gateways <= MOST_GATEWAYS; gateways++) {
            growth.measure(gateways);
        }
        growth.report();
    }

    private void measure(int gateways) {
        try (TestBed bed = TestBed.of(gateways, settings)) {
            redisVersion = bed.redisVersion();
            for (Workload workload : Workload.values()) {
                // Each has to become warm by its part of the load.
                bed.turn(workload.requests(0), settings.warmUp().multipliedBy(gateways));
            }
            List<Growth> some = new ArrayList<>();
            for (Workload workload : Workload.values()) {
                some.add(new Growth(gateways, workload, new ArrayList<>()));
            }
            for (int round = 1; round <= settings.rounds(); round++) {
                for (Growth growth : some) {
                    growth.add(bed.turn(growth.workload().requests(round), settings.turn()));
                }
            }
            growths.addAll(some);
        }
    }

    private void report() {
        Table table = Table.of(
                "Gateways over one Redis, %d connections in all, medians of %d rounds of %d ms"
                        .formatted(
                                settings.connections(),
                                settings.rounds(),
                                settings.turn().toMillis()),
                "gateways",
                "load",
                "requests/s",
                "p99 ms",
                "gateway CPU µs/request",
                "Redis calls/request",
                "admitted",
                "capacity + rate x time",
                "admitted of that");
        GroupedChart chart = GroupedChart.of(
                "Requests through gateways that share a machine", "", "requests/s", GroupedChart.Scale.LINEAR);
        for (Growth growth : growths) {
            table = table.with(
                    Cell.of(growth.gateways()),
                    Cell.of(growth.workload().title()),
                    Cell.of(growth.median(Turn::perSecond), 0),
                    Cell.of(growth.median(turn -> turn.answers().millisAt(99)), 2),
                    Cell.of(growth.median(Turn::gatewayMicrosPerRequest), 0),
                    Cell.of(growth.median(Turn::redisCallsPerRequest), 4),
                    Cell.of(growth.admitted(), 0),
                    Cell.of(growth.allowed(), 0),
                    Cell.of(growth.admitted() / growth.allowed(), 4));
            String series = growth.gateways() + (growth.gateways() == 1 ? " gateway" : " gateways");
            chart = chart.with(series, growth.workload().title(), growth.median(Turn::perSecond));
        }
        new Report("http-growth", Machine.here(redisVersion, COMMAND))
                .write(
                        table,
                        chart,
                        List.of(
                                "All gateways, Redis, the upstream and the load share the cores of one machine: the sum",
                                "cannot grow with their number here. What can be seen is what each asks of Redis, and",
                                "that together they admit what one alone would."));
    }
}
