package io.github.sluice.actuate;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.sluice.gateway.plan.PlanOverrideCopy;
import io.github.sluice.store.CallListener;
import io.github.sluice.store.CallOutcome;
import io.github.sluice.store.LocalBucketStore;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Times the calls of the store as {@code sluice.store}, counts the requests that one of them decides as
 * {@code sluice.store.batch}, and shows the circuit breaker as {@code sluice.breaker.state}: 1 for the state that it is in,
 * 0 for the others.
 *
 * <p>Not part of the API.
 */
public final class StoreMeters implements CallListener {

    private static final List<CircuitBreaker.State> STATES =
            List.of(CircuitBreaker.State.CLOSED, CircuitBreaker.State.OPEN, CircuitBreaker.State.HALF_OPEN);

    private final Map<CallOutcome, Timer> timers = new EnumMap<>(CallOutcome.class);
    private final DistributionSummary batches;

    /**
     * Meters in a registry.
     *
     * @param registry the registry
     */
    public StoreMeters(MeterRegistry registry) {
        batches = DistributionSummary.builder("sluice.store.batch")
                .description("Requests that one call of the store decided")
                .register(registry);
        for (CallOutcome outcome : CallOutcome.values()) {
            timers.put(
                    outcome,
                    Timer.builder("sluice.store")
                            .description("Calls of the store that keeps the buckets")
                            .tag("outcome", outcome.tag())
                            .register(registry));
        }
    }

    /**
     * Shows a breaker and a local store in a registry.
     *
     * @param registry the registry
     * @param breaker the breaker
     * @param local decides while the breaker is open
     * @param overrides what operators have said
     */
    public static void show(
            MeterRegistry registry, CircuitBreaker breaker, LocalBucketStore local, PlanOverrideCopy overrides) {
        Gauge.builder("sluice.overrides", overrides, current -> current.all().size())
                .description("Callers for whom an operator has said what holds for the time being")
                .register(registry);
        for (CircuitBreaker.State state : STATES) {
            Gauge.builder("sluice.breaker.state", breaker, current -> current.getState() == state ? 1 : 0)
                    .description("1 for the state of the circuit breaker around the store")
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
        FunctionCounter.builder("sluice.local.overflow", local, LocalBucketStore::overflows)
                .description("Decisions that shared a bucket, since there was no room for another in memory")
                .register(registry);
    }

    @Override
    public void onCall(CallOutcome outcome, Duration duration, int requests) {
        Timer timer = timers.get(outcome);
        if (timer != null) {
            timer.record(duration);
        }
        if (outcome == CallOutcome.OK) {
            batches.record(requests);
        }
    }
}
