package io.github.sluice.autoconfigure;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
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
import io.github.sluice.store.Settlements;
import io.github.sluice.store.StoreFailureMode;
import io.github.sluice.store.StoreHealth;
import io.github.sluice.store.TimerScheduler;
import io.github.sluice.store.WaitingRoom;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The one place where a store and its decorators are put together, outermost first: the denial cache and the guard, one of
 * each for each way to go on after a failure; then, shared by all, coalescing, the circuit breaker and the store.
 */
final class StoreChain implements Function<StoreFailureMode, BucketStore>, Settlements, AutoCloseable {

    private static final BucketId WARM_UP = new BucketId("warm-up");
    private static final Policy WARM_UP_POLICY = Policy.of(new Limit("warm-up", 1, RefillRate.parse("1/s")));

    private static final List<Charge> LOOK = List.of(Charge.take(0));
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final BucketStore store;
    private final StoreHealth health = new StoreHealth();
    private final CircuitBreaker breaker;
    private final LocalBucketStore local;
    private final Scheduler timer;
    private final Deadline deadline;
    private final Function<StoreFailureMode, BucketStore> chains;

    StoreChain(BucketStore store, SluiceProperties properties, CallListener listener) {
        this.store = store;
        this.breaker = CircuitBreaker.of(
                "sluice", breakerConfig(properties.storeFailure().breaker()));
        this.local = new LocalBucketStore(
                properties.local().maxBuckets(), properties.storeFailure().replicasOrOne());
        this.timer = store instanceof InMemoryBucketStore ? Schedulers.immediate() : new TimerScheduler();
        this.deadline = new Deadline(properties.redis().timeout(), timer);
        // Memory needs no guard.
        this.chains = store instanceof InMemoryBucketStore ? mode -> store : guarded(store, properties, listener);
    }

    private Function<StoreFailureMode, BucketStore> guarded(
            BucketStore store, SluiceProperties properties, CallListener listener) {
        BucketStore calls = new BreakingBucketStore(store, breaker, deadline, health, listener);
        BucketStore shared = properties.redis().coalescing() ? new CoalescingBucketStore(calls) : calls;
        WaitingRoom waiting = new WaitingRoom(properties.redis().maxWaiting());
        Function<BucketStore, BucketStore> guard =
                onFailure -> new GuardedBucketStore(shared, deadline, waiting, health, onFailure);
        Function<BucketStore, BucketStore> remembering = remembering(properties.denialCache());
        BucketStore allow = remembering.apply(guard.apply(new FixedAnswerBucketStore(true)));
        BucketStore deny = remembering.apply(guard.apply(new FixedAnswerBucketStore(false)));
        BucketStore alone = remembering.apply(guard.apply(local));
        return mode -> switch (mode) {
            case LOCAL -> alone;
            case ALLOW -> allow;
            case DENY -> deny;
        };
    }

    private static Function<BucketStore, BucketStore> remembering(SluiceProperties.DenialCache settings) {
        if (!settings.enabled()) {
            return store -> store;
        }
        DenialCache denials = new DenialCache(settings.maxKeys(), settings.maxAge());
        return store -> new DenialCachingBucketStore(store, denials);
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
