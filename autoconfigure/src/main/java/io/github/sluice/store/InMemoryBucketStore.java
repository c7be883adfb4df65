package io.github.sluice.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketState;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.TokenBucket;
import io.github.sluice.bucket.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Keeps buckets in this process. They are not shared with other gateways, and are gone when this one stops.
 *
 * <p>Its clock is monotonic. A bucket leaves when it is full; none that is still draining is ever evicted, for that would
 * hand out a fresh burst and forgive debts. When it holds as many as it may, all new keys of a policy share one overflow bucket.
 *
 * <p>Not part of the API.
 */
public final class InMemoryBucketStore implements BucketStore {

    private final long maxBuckets;
    private final DecisionSource source;
    private final LongSupplier clockMicros;
    // A bucket is known by its id, an overflow bucket by its policy.
    private final Cache<Object, Bucket> buckets;
    private final LongAdder overflows = new LongAdder();

    /**
     * An empty store on the system's monotonic clock.
     *
     * @param maxBuckets how many buckets it keeps at the most
     * @param source what its decisions name as their source
     */
    public InMemoryBucketStore(long maxBuckets, DecisionSource source) {
        this(maxBuckets, source, () -> TimeUnit.NANOSECONDS.toMicros(System.nanoTime()));
    }

    InMemoryBucketStore(long maxBuckets, DecisionSource source, LongSupplier clockMicros) {
        this.maxBuckets = maxBuckets;
        this.source = source;
        this.clockMicros = clockMicros;
        this.buckets = Caffeine.newBuilder()
                .ticker(() -> TimeUnit.MICROSECONDS.toNanos(clockMicros.getAsLong()))
                .expireAfter(Expiry.<Object, Bucket>writing((key, bucket) -> bucket.timeLeft(clockMicros.getAsLong())))
                .executor(Runnable::run)
                .build();
    }

    /**
     * How many decisions fell on an overflow bucket.
     *
     * @return the number since the start
     */
    public long overflows() {
        return overflows.sum();
    }

    /**
     * How many buckets it keeps.
     *
     * @return about as many, with those that are full by now and have not left yet
     */
    public long size() {
        return buckets.estimatedSize();
    }

    @Override
    public Mono<List<Decision>> decide(BucketId bucket, Policy policy, List<Charge> charges) {
        return Mono.fromSupplier(() -> decideNow(bucket, policy, charges));
    }

    private List<Decision> decideNow(BucketId id, Policy policy, List<Charge> charges) {
        List<Decision> decisions = new ArrayList<>(charges.size());
        buckets.asMap().compute(place(id, policy), (key, bucket) -> decide(bucket, policy, charges, decisions));
        return decisions;
    }

    private @Nullable Bucket decide(
            @Nullable Bucket bucket, Policy policy, List<Charge> charges, List<Decision> decisions) {
        long now = clockMicros.getAsLong();
        @Nullable Bucket current = bucket;
        for (Charge charge : charges) {
            Optional<BucketState> state = current == null ? Optional.empty() : Optional.of(current.state());
            Transition transition = TokenBucket.decide(policy, state, now, charge, source);
            Decision decision = transition.decision();
            decisions.add(decision);
            if (transition.stored().isPresent()) {
                long expiresMicros = now
                        + TimeUnit.MILLISECONDS.toMicros(decision.timeToLive().toMillis());
                current = new Bucket(transition.stored().get(), expiresMicros);
            }
        }
        return current;
    }

    private Object place(BucketId id, Policy policy) {
        if (buckets.estimatedSize() < maxBuckets || buckets.asMap().containsKey(id)) {
            return id;
        }
        // Buckets that are full by now leave with the next maintenance, which a flood of new keys must not wait for.
        buckets.cleanUp();
        if (buckets.estimatedSize() < maxBuckets) {
            return id;
        }
        overflows.increment();
        return policy;
    }

    private record Bucket(BucketState state, long expiresMicros) {

        Duration timeLeft(long nowMicros) {
            return Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(Math.max(0, expiresMicros - nowMicros)));
        }
    }
}
