package io.github.sluice.store;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Policy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;
import reactor.core.publisher.Sinks;

/**
 * Stops asking a store that fails, by a circuit breaker over its calls, so that after a few failures nobody waits for it
 * any more; a few calls now and then find out whether it is back.
 *
 * <p>A call that has begun goes on to its end, at the latest at the deadline, whoever asked for it and has gone since:
 * one caller's hanging up neither counts as a failure nor hides one.
 *
 * <p>Not part of the API.
 */
public final class BreakingBucketStore implements BucketStore {

    private final BucketStore delegate;
    private final CircuitBreaker breaker;
    private final Deadline deadline;
    private final StoreHealth health;
    private final CallListener listener;

    /**
     * A breaker around a store.
     *
     * @param delegate the store
     * @param breaker counts its calls
     * @param deadline how long a call that begins now may take
     * @param health is told when it decides
     * @param listener is told of each call
     */
    public BreakingBucketStore(
            BucketStore delegate,
            CircuitBreaker breaker,
            Deadline deadline,
            StoreHealth health,
            CallListener listener) {
        this.delegate = delegate;
        this.breaker = breaker;
        this.deadline = deadline;
        this.health = health;
        this.listener = listener;
    }

    @Override
    public Mono<List<Decision>> decide(BucketId bucket, Policy policy, List<Charge> charges) {
        return Mono.defer(() -> {
            if (!breaker.tryAcquirePermission()) {
                listener.onCall(CallOutcome.REJECTED, Duration.ZERO, charges.size());
                return Mono.error(StoreUnavailableException.breakerIsOpen());
            }
            return call(bucket, policy, charges);
        });
    }

    private Mono<List<Decision>> call(BucketId bucket, Policy policy, List<Charge> charges) {
        // As a signal: an error in a sink that everybody has left would be logged as dropped.
        Sinks.One<Signal<List<Decision>>> answer = Sinks.one();
        long startNanos = System.nanoTime();
        deadline.limit(Mono.defer(() -> delegate.decide(bucket, policy, charges)))
                .switchIfEmpty(Mono.error(() -> new IllegalStateException("the store answered nothing")))
                .subscribe(
                        decisions -> {
                            long nanos = System.nanoTime() - startNanos;
                            breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
                            listener.onCall(CallOutcome.OK, Duration.ofNanos(nanos), charges.size());
                            health.succeeded();
                            answer.tryEmitValue(Signal.next(decisions));
                        },
                        failure -> {
                            long nanos = System.nanoTime() - startNanos;
                            breaker.onError(nanos, TimeUnit.NANOSECONDS, failure);
                            listener.onCall(
                                    failure instanceof TimeoutException ? CallOutcome.TIMEOUT : CallOutcome.ERROR,
                                    Duration.ofNanos(nanos),
                                    charges.size());
                            answer.tryEmitValue(Signal.error(failure));
                        });
        return answer.asMono().dematerialize();
    }
}
