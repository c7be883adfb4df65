package io.github.sluice.store;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Policy;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Remembers denials: who was denied a cost until some time is denied it, and every larger one, until then without asking
 * again. It never denies what the store would admit: the wait is counted from before the call was sent, on a monotonic
 * clock, and a smaller cost still asks. A bucket that is filled, or given tokens back, elsewhere is obeyed within the age of
 * the cache, other limits at once. A cost that its limits never allow is denied without asking at all.
 *
 * <p>A settlement always goes to the store. Where it gives back, denials are forgotten; where it charges, they last longer.
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
    public Mono<List<Decision>> decide(BucketId bucket, Policy policy, List<Charge> charges) {
        if (givesBack(charges)) {
            // However it ends: one that is late, or was left by its caller, may have given back all the same.
            return delegate.decide(bucket, policy, charges)
                    .doOnTerminate(() -> denials.forget(bucket))
                    .doOnCancel(() -> denials.forget(bucket));
        }
        if (charges.size() != 1 || charges.get(0).tokens() == 0) {
            return delegate.decide(bucket, policy, charges);
        }
        if (charges.get(0).settles()) {
            return Mono.defer(() -> ask(bucket, policy, charges, denials.nowNanos()));
        }
        long cost = charges.get(0).cost();
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
            return ask(bucket, policy, charges, now);
        });
    }

    private static boolean givesBack(List<Charge> charges) {
        for (Charge charge : charges) {
            if (charge.givesBack()) {
                return true;
            }
        }
        return false;
    }

    private Mono<List<Decision>> ask(BucketId bucket, Policy policy, List<Charge> charges, long sentNanos) {
        return delegate.decide(bucket, policy, charges)
                .doOnNext(decisions -> remember(bucket, policy, sentNanos, decisions.get(0)));
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
        // A smaller cost has passed, or a settlement was charged, in the meantime: what was denied waits longer for it.
        DenialCache.@Nullable Denied denied = denials.get(bucket, policy, sentNanos);
        if (denied != null && sentNanos - denied.sentNanos() >= 0) {
            denials.put(bucket, new DenialCache.Denied(policy, denied.cost(), sentNanos, decision.limits()));
        }
    }
}
