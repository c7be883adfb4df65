package io.github.sluice.autoconfigure;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.store.BreakingBucketStore;
import io.github.sluice.store.CallListener;
import io.github.sluice.store.CoalescingBucketStore;
import io.github.sluice.store.Deadline;
import io.github.sluice.store.DenialCache;
import io.github.sluice.store.DenialCachingBucketStore;
import io.github.sluice.store.FixedAnswerBucketStore;
import io.github.sluice.store.GuardedBucketStore;
import io.github.sluice.store.InMemoryBucketStore;
import io.github.sluice.store.LocalBucketStore;
import io.github.sluice.store.ObservedBucketStore;
import io.github.sluice.store.OperatedBuckets;
import io.github.sluice.store.RedisBucketStore;
import io.github.sluice.store.Settlements;
import io.github.sluice.store.StoreFailureMode;
import io.github.sluice.store.StoreHealth;
import io.github.sluice.store.StoreStatus;
import io.github.sluice.store.TimerScheduler;
import io.github.sluice.store.WaitingRoom;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The one place where a store and its decorators are put together, outermost first: the observation, if there is a registry;
 * the denial cache and the guard, one of each for each way to go on after a failure; then, shared by all, coalescing, the
 * circuit breaker and the store.
 */
final class StoreChain implements Function<StoreFailureMode, BucketStore>, Settlements, OperatedBuckets, AutoCloseable {

    private static final BucketId WARM_UP = new BucketId("warm-up");
    private static final Policy WARM_UP_POLICY = Policy.of(new Limit("warm-up", 1, RefillRate.parse("1/s")));

    private static final List<Charge> LOOK = List.of(Charge.take(0));
    // From as deep in debt as may be.
    private static final List<Charge> FILL =
            List.of(Charge.settlement(-RefillRate.MOST_TOKENS), Charge.settlement(-RefillRate.MOST_TOKENS));
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final BucketStore store;
    private final StoreHealth health = new StoreHealth();
    private final CircuitBreaker breaker;
    private final LocalBucketStore local;
    private final Scheduler timer;
    private final Deadline deadline;
    private final DenialCache denials;
    private final WaitingRoom waiting;
    private final Function<StoreFailureMode, BucketStore> chains;

    StoreChain(
            BucketStore store, SluiceProperties properties, CallListener listener, ObservationRegistry observations) {
        this.store = store;
        this.breaker = CircuitBreaker.of(
                "sluice", breakerConfig(properties.storeFailure().breaker()));
        this.local = new LocalBucketStore(
                properties.local().maxBuckets(), properties.storeFailure().replicasOrOne());
        this.timer = store instanceof InMemoryBucketStore ? Schedulers.immediate() : new TimerScheduler();
        this.deadline = new Deadline(properties.redis().timeout(), timer);
        this.denials = new DenialCache(
                properties.denialCache().maxKeys(), properties.denialCache().maxAge());
        this.waiting = new WaitingRoom(properties.redis().maxWaiting());
        // Memory needs no guard.
        Function<StoreFailureMode, BucketStore> chosen =
                store instanceof InMemoryBucketStore ? mode -> store : guarded(store, properties, listener);
        this.chains =
                observations.isNoop() ? chosen : mode -> new ObservedBucketStore(chosen.apply(mode), observations);
    }

    private Function<StoreFailureMode, BucketStore> guarded(
            BucketStore store, SluiceProperties properties, CallListener listener) {
        BucketStore calls = new BreakingBucketStore(store, breaker, deadline, health, listener);
        BucketStore shared = properties.redis().coalescing() ? new CoalescingBucketStore(calls) : calls;
        Function<BucketStore, BucketStore> guard =
                onFailure -> new GuardedBucketStore(shared, deadline, waiting, health, onFailure);
        UnaryOperator<BucketStore> remembering = properties.denialCache().enabled()
                ? chain -> new DenialCachingBucketStore(chain, denials)
                : chain -> chain;
        BucketStore allow = remembering.apply(guard.apply(new FixedAnswerBucketStore(true)));
        BucketStore deny = remembering.apply(guard.apply(new FixedAnswerBucketStore(false)));
        BucketStore alone = remembering.apply(guard.apply(local));
        return mode -> switch (mode) {
            case LOCAL -> alone;
            case ALLOW -> allow;
            case DENY -> deny;
        };
    }

    private static CircuitBreakerConfig breakerConfig(SluiceProperties.Breaker settings) {
        return CircuitBreakerConfig.custom()
                // Without a lock: calls end on event loops.
                .slidingWindow(
                        settings.window(),
                        settings.minimumCalls(),
                        CircuitBreakerConfig.SlidingWindowType.COUNT_BASED,
                        CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.LOCK_FREE)
                .failureRateThreshold(settings.failureRateThreshold())
                .waitDurationInOpenState(settings.openTime())
                .permittedNumberOfCallsInHalfOpenState(settings.probes())
                .writableStackTraceEnabled(false)
                .build();
    }

    @Override
    public BucketStore apply(StoreFailureMode mode) {
        return chains.apply(mode);
    }

    @Override
    public Mono<Boolean> settle(DecisionSource takenBy, BucketId bucket, Policy policy, long tokens) {
        // Of the ways to go on after a failure, the one that knows no bucket: what it answers was not settled.
        BucketStore taker = takenBy == DecisionSource.LOCAL ? local : apply(StoreFailureMode.ALLOW);
        return taker.decide(bucket, policy, List.of(Charge.settlement(tokens)))
                .map(decisions -> decisions.get(0).isKnown());
    }

    @Override
    public Mono<Decision> look(BucketId bucket, Policy policy) {
        return apply(StoreFailureMode.ALLOW).decide(bucket, policy, LOOK).map(decisions -> decisions.get(0));
    }

    @Override
    public Mono<Boolean> fill(BucketId bucket, Policy policy) {
        return local.decide(bucket, policy, FILL)
                .then(apply(StoreFailureMode.ALLOW).decide(bucket, policy, FILL))
                .map(decisions -> decisions.get(0).isKnown());
    }

    @Override
    public StoreStatus status() {
        return new StoreStatus(
                store instanceof RedisBucketStore
                        ? "redis"
                        : store instanceof InMemoryBucketStore
                                ? "in-memory"
                                : store.getClass().getName(),
                health.isDegraded(),
                breaker.getState().name().toLowerCase(Locale.ROOT),
                denials.size(),
                store instanceof InMemoryBucketStore memory ? memory.size() : local.size(),
                waiting.taken());
    }

    /** Asks anew for a bucket of which a denial is remembered. */
    void forget(BucketId bucket) {
        denials.forget(bucket);
    }

    /**
     * Opens the connection and loads the script, by looking at a bucket that is nobody's: first with the patience that a
     * cold start takes, then through the whole chain.
     */
    Mono<Void> warmUp() {
        Mono<?> patient =
                Mono.defer(() -> store.decide(WARM_UP, WARM_UP_POLICY, LOOK)).timeout(PATIENCE);
        Mono<?> usual = apply(StoreFailureMode.ALLOW).decide(WARM_UP, WARM_UP_POLICY, LOOK);
        return deadline.during(patient.then(usual)).onErrorResume(failure -> {
            health.failed(failure);
            return Mono.empty();
        });
    }

    @Override
    public void close() {
        timer.dispose();
    }

    StoreHealth health() {
        return health;
    }

    CircuitBreaker breaker() {
        return breaker;
    }

    LocalBucketStore local() {
        return local;
    }
}
