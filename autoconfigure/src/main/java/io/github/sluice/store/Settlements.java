package io.github.sluice.store;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Policy;
import reactor.core.publisher.Mono;

/**
 * Where a request whose cost was an estimate is settled once its cost is known.
 *
 * <p>Not part of the API.
 */
@FunctionalInterface
public interface Settlements {

    /**
     * Settles with the store that took the estimate, within the same bounds as a decision, and nowhere else if that fails: the
     * estimate then stays charged. A request that took 1 and cost 7 is settled by 6, one that cost nothing by -1.
     *
     * <p>Nothing happens before subscription, and each subscription settles anew. Never blocks.
     *
     * @param takenBy the source of the decision that took the estimate; {@link DecisionSource#NONE}, of a request that was
     *     free, is settled like {@link DecisionSource#REDIS} at the store that all share
     * @param bucket the bucket
     * @param policy the limits under which it was taken, and the most debt
     * @param tokens what to charge; negative to give back
     * @return true when it is settled, false when it is lost; never empty, never an error. A settlement that came too late is
     *     lost for all we know, but may have been made. May be emitted on any thread, which the subscriber must not block.
     */
    Mono<Boolean> settle(DecisionSource takenBy, BucketId bucket, Policy policy, long tokens);
}
