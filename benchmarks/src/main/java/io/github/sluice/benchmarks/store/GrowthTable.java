package io.github.sluice.benchmarks.store;

import io.github.sluice.benchmarks.report.Cell;
import io.github.sluice.benchmarks.report.GroupedChart;
import io.github.sluice.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Collects what was measured of each step, and shows it. */
final class GrowthTable {

    private final List<Row> rows = new ArrayList<>();

    private record Row(GrowthCase step, String store, List<GrowthSample> samples) {

        double median(ToDoubleFunction<GrowthSample> figure) {
            return Median.of(samples.stream().mapToDouble(figure));
        }
    }

    void add(GrowthCase step, String store, List<GrowthSample> samples) {
        rows.add(new Row(step, store, samples));
    }

    Table table() {
        Table table = Table.of(
                "How cost grows, " + GrowthGateway.IN_FLIGHT + " requests in flight at all gateways together",
                "step",
                "store",
                "decisions/s",
                "p99 ms",
                "calls",
                "server us",
                "redis cpu us",
                "failures");
        for (Row row : rows) {
            table = table.with(
                    Cell.of(row.step().name()),
                    Cell.of(row.store()),
                    Cell.of(row.median(GrowthSample::perSecond), 0),
                    Cell.of(row.median(GrowthSample::p99Millis), 3),
                    Cell.of(row.median(GrowthSample::calls), 4),
                    Cell.of(row.median(GrowthSample::serverMicros), 3),
                    Cell.of(row.median(GrowthSample::redisCpuMicros), 3),
                    Cell.of(row.median(GrowthSample::failures), 0));
        }
        return table;
    }

    GroupedChart speed() {
        return chart("Decisions of all gateways together", "decisions/s", GrowthSample::perSecond);
    }

    GroupedChart serverTime() {
        return chart("Time of Redis for a decision", "microseconds a decision", GrowthSample::serverMicros);
    }

    private GroupedChart chart(String title, String axis, ToDoubleFunction<GrowthSample> figure) {
        GroupedChart chart = GroupedChart.of(title, "", axis, GroupedChart.Scale.LOGARITHMIC);
        for (Row row : rows) {
            chart = chart.with(row.store(), row.step().name(), row.median(figure));
        }
        return chart;
    }

    /** Fails if any decision was not Redis's. */
    void check() {
        for (Row row : rows) {
            long failures =
                    row.samples().stream().mapToLong(GrowthSample::failures).sum();
            if (failures > 0) {
                throw new IllegalStateException(
                        row.step().name() + ", " + row.store() + ": " + failures + " requests failed");
            }
        }
    }
}
