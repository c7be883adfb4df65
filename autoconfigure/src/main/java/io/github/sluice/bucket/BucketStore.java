package io.github.sluice.bucket;

import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Where buckets are kept, and the one place that decides. An application may bring its own as a bean.
 *
 * <p>The store's clock decides, never the caller's. What is atomic is one call: nobody else's request falls between its
 * costs, and each of them takes from all limits of the policy or from none.
 */
@FunctionalInterface
public interface BucketStore {

    /**
     * Decides requests for one bucket, in order, each as if it came alone at the same instant. With 3 tokens left, the
     * costs {@code [2, 2, 1]} are allowed, denied, allowed.
     *
     * <p>Nothing happens before subscription, and each subscription decides anew. A cancelled or failed call may have
     * taken the tokens or not.
     *
     * @param bucket the bucket
     * @param policy the limits that hold for this call
     * @param costs the tokens that each request takes, at least one entry, none negative; 0 looks and takes nothing
     * @return one decision for each cost, in the same order; never empty. An error if the store could not decide, of
     *     whatever type its client throws. May be emitted on any thread, which the subscriber must not block.
     */
    Mono<List<Decision>> decide(BucketId bucket, Policy policy, List<Long> costs);
}
