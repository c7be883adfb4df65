package io.github.sluice.store;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Policy;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Makes an observation, {@code sluice.decision}, of each request that asks, so that a trace shows how it was decided and how
 * long that took. Its parent is the observation of the server's request. No key is in it.
 *
 * <p>Not part of the API.
 */
public final class ObservedBucketStore implements BucketStore {

    private static final String NAME = "sluice.decision";
    private static final String SPAN = "token bucket";

    private final BucketStore delegate;
    private final ObservationRegistry registry;

    /**
     * Observes a store.
     *
     * @param delegate the store
     * @param registry where observations are made
     */
    public ObservedBucketStore(BucketStore delegate, ObservationRegistry registry) {
        this.delegate = delegate;
        this.registry = registry;
    }

    @Override
    public Mono<List<Decision>> decide(BucketId bucket, Policy policy, List<Charge> charges) {
        if (charges.size() != 1 || charges.get(0).cost() == 0) {
            return delegate.decide(bucket, policy, charges);
        }
        return Mono.deferContextual(context -> {
            Observation observation = observation(context).start();
            return delegate.decide(bucket, policy, charges)
                    .doOnNext(decisions -> describe(observation, decisions.get(0)))
                    .doOnError(observation::error)
                    .doFinally(signal -> observation.stop());
        });
    }

    private Observation observation(ContextView context) {
        Observation observation = Observation.createNotStarted(NAME, registry)
                .contextualName(SPAN)
                .lowCardinalityKeyValue("outcome", "unknown")
                .lowCardinalityKeyValue("source", "none");
        return context.hasKey(ObservationThreadLocalAccessor.KEY)
                ? observation.parentObservation(context.get(ObservationThreadLocalAccessor.KEY))
                : observation;
    }

    private static void describe(Observation observation, Decision decision) {
        observation
                .lowCardinalityKeyValue("outcome", decision.allowed() ? "allowed" : "denied")
                .lowCardinalityKeyValue("source", decision.source().tag());
    }
}
