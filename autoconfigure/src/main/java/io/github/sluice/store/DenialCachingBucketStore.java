package io.github.sluice.store;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Policy;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Remembers denials: who was denied a cost until some time is denied it, and every larger one, until then without asking
 * again. It never denies what the store would admit: the wait is counted from before the call was sent, on a monotonic
 * clock, and a smaller cost still asks. A bucket that is filled elsewhere is obeyed within the age of the cache, other limits
 * at once. A cost that its limits never allow is denied without asking at all.
 *
 * <p>Not part of the API.
 */
public final class DenialCachingBucketStore implements BucketStore {

    private final BucketStore delegate;
    private final DenialCache denials;

    /**
     * A cache in front of a store.
     *
     * @param delegate decides what is not remembered
     * @param denials what is remembered, also by others in front of the same store
     */
    public DenialCachingBucketStore(BucketStore delegate, DenialCache denials) {
        this.delegate = delegate;
        this.denials = denials;
    }

    @Override
    public Mono<List<Decision>> decide(BucketId bucket, Policy policy, List<Long> costs) {
        if (costs.size() != 1 || costs.get(0) == 0) {
            return delegate.decide(bucket, policy, costs);
        }
        long cost = costs.get(0);
        if (!policy.canEverAllow(cost)) {
            return Mono.just(List.of(Decision.never(cost, DecisionSource.DENIAL_CACHE)));
        }
        return Mono.defer(() -> {
            long now = denials.nowNanos();
            DenialCache.@Nullable Denied denied = denials.get(bucket, policy, now);
            if (denied != null && cost >= denied.cost()) {
                Decision again = denied.decide(cost, now - denied.sentNanos());
                if (!again.allowed()) {
                    return Mono.just(List.of(again));
                }
            }
            return delegate.decide(bucket, policy, costs)
                    .doOnNext(decisions -> remember(bucket, policy, now, decisions.get(0)));
        });
    }

    private void remember(BucketId bucket, Policy policy, long sentNanos, Decision decision) {
        // A decision of another source is not the shared store's.
        if (decision.source() != DecisionSource.REDIS) {
            return;
        }
        if (!decision.allowed()) {
            denials.put(bucket, new DenialCache.Denied(policy, decision.cost(), sentNanos, decision.limits()));
            return;
        }
        // A smaller cost has passed in the meantime, and the larger one waits longer for it.
        DenialCache.@Nullable Denied denied = denials.get(bucket, policy, sentNanos);
        if (denied != null && sentNanos - denied.sentNanos() >= 0) {
            denials.put(bucket, new DenialCache.Denied(policy, denied.cost(), sentNanos, decision.limits()));
        }
    }
}
