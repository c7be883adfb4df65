package io.github.sluice.actuate;

import io.github.sluice.gateway.Verdict;
import io.github.sluice.gateway.VerdictListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts verdicts as {@code sluice.decisions}. No tag names a caller, so the number of meters is bounded by the routes.
 *
 * <p>Not part of the API.
 */
public final class DecisionMeters implements VerdictListener {

    private static final String NO_LIMIT = "none";

    private final MeterRegistry registry;
    private final Map<Tags, Counter> counters = new ConcurrentHashMap<>();

    /**
     * Meters in a registry.
     *
     * @param registry the registry
     */
    public DecisionMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void onVerdict(String route, String filter, Verdict verdict) {
        List<String> violated = verdict.violated();
        Tags tags = new Tags(
                route,
                filter,
                violated.isEmpty() ? NO_LIMIT : violated.get(0),
                verdict.outcome().tag(),
                verdict.decision().source().tag());
        counters.computeIfAbsent(tags, this::counter).increment();
    }

    private Counter counter(Tags tags) {
        return Counter.builder("sluice.decisions")
                .description("Requests that a TokenBucket filter decided")
                .tag("route", tags.route())
                .tag("filter", tags.filter())
                .tag("limit", tags.limit())
                .tag("outcome", tags.outcome())
                .tag("source", tags.source())
                .register(registry);
    }

    private record Tags(String route, String filter, String limit, String outcome, String source) {}
}
