package io.github.sluice.actuate;

import io.github.sluice.gateway.SettlementListener;
import io.github.sluice.gateway.SettlementOutcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts settlements as {@code sluice.settlements}. No tag names a caller, so the number of meters is bounded by the routes.
 *
 * <p>Not part of the API.
 */
public final class SettlementMeters implements SettlementListener {

    private final MeterRegistry registry;
    private final Map<Tags, Counter> counters = new ConcurrentHashMap<>();

    /**
     * Meters in a registry.
     *
     * @param registry the registry
     */
    public SettlementMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void onSettlement(String route, String filter, SettlementOutcome outcome) {
        counters.computeIfAbsent(new Tags(route, filter, outcome), this::counter)
                .increment();
    }

    private Counter counter(Tags tags) {
        return Counter.builder("sluice.settlements")
                .description(
                        "Requests that cost something else than was estimated, or said so in a way that cannot be read")
                .tag("route", tags.route())
                .tag("filter", tags.filter())
                .tag("outcome", tags.outcome().tag())
                .register(registry);
    }

    private record Tags(String route, String filter, SettlementOutcome outcome) {}
}
