package io.github.sluice.store;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Policy;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Bounds the wait for a decision and the number of those that wait, and lets another store decide when the bound is
 * reached or the first store fails: no request waits as long as the client of a store would, and no failure of a store
 * becomes an error of the request.
 *
 * <p>Not part of the API.
 */
public final class GuardedBucketStore implements BucketStore {

    private final BucketStore delegate;
    private final Deadline deadline;
    private final WaitingRoom waiting;
    private final StoreHealth health;
    private final BucketStore onFailure;

    /**
     * A guard around a store.
     *
     * @param delegate the store that decides as long as it can
     * @param deadline the whole wait for a decision that begins now
     * @param waiting those who wait, at all guards of this store
     * @param health is told of each failure
     * @param onFailure decides in its place
     */
    public GuardedBucketStore(
            BucketStore delegate, Deadline deadline, WaitingRoom waiting, StoreHealth health, BucketStore onFailure) {
        this.delegate = delegate;
        this.deadline = deadline;
        this.waiting = waiting;
        this.health = health;
        this.onFailure = onFailure;
    }

    @Override
    public Mono<List<Decision>> decide(BucketId bucket, Policy policy, List<Charge> charges) {
        return Mono.defer(() -> waitFor(bucket, policy, charges)).onErrorResume(failure -> {
            // A settlement that is lost is nobody's decision.
            if (!charges.stream().allMatch(Charge::settles)) {
                health.failed(failure);
            }
            return onFailure.decide(bucket, policy, charges);
        });
    }

    private Mono<List<Decision>> waitFor(BucketId bucket, Policy policy, List<Charge> charges) {
        if (!waiting.enter()) {
            return Mono.error(StoreUnavailableException.tooManyWait());
        }
        return deadline.limit(Mono.defer(() -> delegate.decide(bucket, policy, charges)))
                .doFinally(signal -> waiting.leave());
    }
}
