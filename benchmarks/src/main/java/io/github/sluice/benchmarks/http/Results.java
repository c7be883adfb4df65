package io.github.sluice.benchmarks.http;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The turns of each route, as many for each. */
final class Results {

    private final Map<Route, List<Turn>> turns = new EnumMap<>(Route.class);

    void add(Route route, Turn turn) {
        turns.computeIfAbsent(route, first -> new ArrayList<>()).add(turn);
    }

    private List<Turn> of(Route route) {
        return turns.getOrDefault(route, List.of());
    }

    double median(Route route, ToDoubleFunction<Turn> value) {
        return Medians.of(of(route).stream().mapToDouble(value));
    }

    double perSecond(Route route) {
        return median(route, Turn::perSecond);
    }

    /** Of requests a second in the same round, so that a machine that is slow for a while is slow for both. */
    double ratio(Route route, Route reference) {
        return Medians.of(IntStream.range(0, of(route).size())
                .mapToDouble(round -> of(route).get(round).perSecond()
                        / of(reference).get(round).perSecond()));
    }

    /** How often each status came. */
    Map<Integer, Integer> statuses(Route route) {
        Map<Integer, Integer> sum = new TreeMap<>();
        for (Turn turn : of(route)) {
            turn.answers().statuses().forEach((status, count) -> sum.merge(status, count, Integer::sum));
        }
        return sum;
    }
}
