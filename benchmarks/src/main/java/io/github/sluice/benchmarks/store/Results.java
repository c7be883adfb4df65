package io.github.sluice.benchmarks.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The samples of each case, round by round. */
final class Results {

    private final Map<Case, List<Sample>> samples = new LinkedHashMap<>();

    /**
     * What was measured.
     *
     * @param workload who asked
     * @param inFlight how many requests at the same time
     * @param contender who decided
     */
    record Case(String workload, int inFlight, String contender) {

        Case of(String other) {
            return new Case(workload, inFlight, other);
        }
    }

    void add(Case measured, Sample sample) {
        samples.computeIfAbsent(measured, key -> new ArrayList<>()).add(sample);
    }

    /** In the order of the first round. */
    List<Case> cases() {
        return List.copyOf(samples.keySet());
    }

    double median(Case measured, ToDoubleFunction<Sample> figure) {
        return Median.of(of(measured).stream().mapToDouble(figure));
    }

    /** The median over the rounds of what one contender had in proportion to the other in the same round. */
    double ratio(Case one, Case other, ToDoubleFunction<Sample> figure) {
        List<Sample> ones = of(one);
        List<Sample> others = of(other);
        return Median.of(IntStream.range(0, ones.size())
                .mapToDouble(round -> figure.applyAsDouble(ones.get(round)) / figure.applyAsDouble(others.get(round))));
    }

    /** Each case in which something failed, once for each round. */
    List<String> failures() {
        return samples.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream()
                        .filter(sample -> sample.failures() > 0)
                        .map(sample -> entry.getKey() + ": " + sample.failures() + " requests failed "
                                + sample.firstFailure().map(Throwable::toString).orElse("")))
                .toList();
    }

    private List<Sample> of(Case measured) {
        return Stream.ofNullable(samples.get(measured))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(measured + " was not measured"));
    }
}
