package io.github.sluice.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Policy;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Decides in this gateway's memory, with its share of the quota, while the store that all gateways share is away.
 *
 * <p>Not part of the API.
 */
public final class LocalBucketStore implements BucketStore {

    private static final int POLICIES = 10_000;

    private final InMemoryBucketStore memory;
    private final int replicas;
    private final Cache<Policy, Policy> shares =
            Caffeine.newBuilder().maximumSize(POLICIES).build();

    /**
     * An empty store.
     *
     * @param maxBuckets how many buckets it keeps at the most
     * @param replicas how many gateways share the quota
     */
    public LocalBucketStore(long maxBuckets, int replicas) {
        this(new InMemoryBucketStore(maxBuckets, DecisionSource.LOCAL), replicas);
    }

    LocalBucketStore(InMemoryBucketStore memory, int replicas) {
        this.memory = memory;
        this.replicas = replicas;
    }

    /**
     * How many decisions fell on an overflow bucket, since there was no room for a bucket of their own.
     *
     * @return the number since the start
     */
    public long overflows() {
        return memory.overflows();
    }

    /**
     * How many buckets it keeps.
     *
     * @return about as many, with those that are full by now and have not left yet
     */
    public long size() {
        return memory.size();
    }

    @Override
    public Mono<List<Decision>> decide(BucketId bucket, Policy policy, List<Charge> charges) {
        return memory.decide(bucket, shares.get(policy, whole -> whole.share(replicas)), charges);
    }
}
