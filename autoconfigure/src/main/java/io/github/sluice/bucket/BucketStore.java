package io.github.sluice.bucket;

import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Where buckets are kept, and the one place that decides. An application may bring its own as a bean.
 *
 * <p>The store's clock decides, never the caller's. What is atomic is one call: nobody else's request falls between its
 * charges, and each take takes from all limits of the policy or from none.
 */
@FunctionalInterface
public interface BucketStore {

    /**
     * Decides requests for one bucket, in order, each as if it came alone at the same instant. With 3 tokens left, takes of
     * {@code [2, 2, 1]} are allowed, denied, allowed.
     *
     * <p>A settlement among them is made whatever the level is, on each limit alone: it charges down to the most debt of the
     * policy, and gives back up to the capacity. With 3 tokens left and a most debt of 10, a settlement of 5 leaves -2, and
     * one of 50 leaves -10. It is answered as allowed, with a cost of 0 and where each limit stands afterwards.
     *
     * <p>Nothing happens before subscription, and each subscription decides anew. A cancelled or failed call may have
     * taken the tokens or not.
     *
     * @param bucket the bucket
     * @param policy the limits that hold for this call
     * @param charges the takes and settlements, at least one
     * @return one decision for each charge, in the same order; never empty. An error if the store could not decide, of
     *     whatever type its client throws. May be emitted on any thread, which the subscriber must not block.
     */
    Mono<List<Decision>> decide(BucketId bucket, Policy policy, List<Charge> charges);
}
