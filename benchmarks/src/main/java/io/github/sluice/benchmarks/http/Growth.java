package io.github.sluice.benchmarks.http;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What so many gateways did under one load.
 *
 * @param gateways how many
 * @param workload the load
 * @param turns one for each round
 */
record Growth(int gateways, Workload workload, List<Turn> turns) {

    void add(Turn turn) {
        workload.check(turn.answers());
        turns.add(turn);
    }

    double median(ToDoubleFunction<Turn> value) {
        return Medians.of(turns.stream().mapToDouble(value));
    }

    double admitted() {
        return turns.stream().mapToDouble(turn -> turn.answers().count(200)).sum();
    }

    /** The most that may be admitted; not a number if there is no such bound. */
    double allowed() {
        return turns.stream().mapToDouble(turn -> workload.most(turn.answers())).sum();
    }
}
