package io.github.sluice.store;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Policy;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/**
 * Bounds the wait for a decision, and lets another store decide when it is over or the first one fails: no request waits
 * as long as the client of a store would, and no failure of a store becomes an error of the request.
 *
 * <p>Not part of the API.
 */
public final class GuardedBucketStore implements BucketStore {

    private final BucketStore delegate;
    private final Duration deadline;
    private final BucketStore onFailure;
    private final Consumer<Throwable> failures;

    /**
     * A guard around a store.
     *
     * @param delegate the store that decides as long as it can
     * @param deadline the whole wait for a decision
     * @param onFailure decides in its place
     * @param failures is told of each failure, on the thread on which it happens
     */
    public GuardedBucketStore(
            BucketStore delegate, Duration deadline, BucketStore onFailure, Consumer<Throwable> failures) {
        this.delegate = delegate;
        this.deadline = deadline;
        this.onFailure = onFailure;
        this.failures = failures;
    }

    @Override
    public Mono<List<Decision>> decide(BucketId bucket, Policy policy, List<Long> costs) {
        return Mono.defer(() -> delegate.decide(bucket, policy, costs))
                .timeout(deadline)
                .onErrorResume(failure -> {
                    failures.accept(failure);
                    return onFailure.decide(bucket, policy, costs);
                });
    }
}
