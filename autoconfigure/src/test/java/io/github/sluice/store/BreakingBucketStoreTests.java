package io.github.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

class BreakingBucketStoreTests extends MemoryStoreContract {

    private static final Policy POLICY = Policy.of(new Limit("default", 1, RefillRate.parse("1/s")));
    private static final Duration DEADLINE = Duration.ofMillis(100);

    private final List<CallOutcome> outcomes = new ArrayList<>();
    private final StoreHealth health = new StoreHealth();
    private final CircuitBreaker breaker = CircuitBreaker.of(
            "test",
            CircuitBreakerConfig.custom()
                    .slidingWindow(4, 2, SlidingWindowType.COUNT_BASED, SlidingWindowSynchronizationStrategy.LOCK_FREE)
                    .permittedNumberOfCallsInHalfOpenState(1)
                    .waitDurationInOpenState(Duration.ofHours(1))
                    .build());

    @Override
    BucketStore around(InMemoryBucketStore memory) {
        return breaking(memory);
    }

    /** With time enough for a slow machine, where the deadline is not what is tested. */
    private BreakingBucketStore breaking(BucketStore delegate) {
        return breaking(delegate, TIMEOUT);
    }

    private BreakingBucketStore breaking(BucketStore delegate, Duration deadline) {
        return new BreakingBucketStore(
                delegate, breaker, new Deadline(deadline), health, (outcome, duration, requests) -> {
                    synchronized (outcomes) {
                        outcomes.add(outcome);
                    }
                });
    }

    @Test
    void asksNoMoreAfterAFewFailuresAndTriesAgainLater() {
        AtomicInteger calls = new AtomicInteger();
        BucketStore memory = memory();
        BreakingBucketStore breaking = breaking((bucket, policy, charges) -> calls.incrementAndGet() <= 2
                ? Mono.error(new IllegalStateException("broken"))
                : memory.decide(bucket, policy, charges));
        for (int i = 0; i < 5; i++) {
            StepVerifier.create(breaking.decide(newBucket(), POLICY, takes(1L)))
                    .expectError()
                    .verify(TIMEOUT);
        }
        assertThat(calls).hasValue(2);
        assertThat(outcomes)
                .containsExactly(
                        CallOutcome.ERROR,
                        CallOutcome.ERROR,
                        CallOutcome.REJECTED,
                        CallOutcome.REJECTED,
                        CallOutcome.REJECTED);
        breaker.transitionToHalfOpenState();
        StepVerifier.create(breaking.decide(newBucket(), POLICY, takes(1L)))
                .expectNextCount(1)
                .expectComplete()
                .verify(TIMEOUT);
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void countsACallThatTakesTooLongThoughItsCallerIsGone() {
        StepVerifier.withVirtualTime(() -> {
                    BreakingBucketStore breaking = breaking((bucket, policy, charges) -> Mono.never(), DEADLINE);
                    Mono<List<Decision>> hungUp =
                            breaking.decide(newBucket(), POLICY, takes(1L)).take(Duration.ofMillis(10));
                    return hungUp.then(hungUp).thenReturn(1).delayElement(DEADLINE);
                })
                .thenAwait(Duration.ofSeconds(1))
                .expectNext(1)
                .expectComplete()
                .verifyThenAssertThat(TIMEOUT)
                .hasNotDroppedErrors();
        assertThat(outcomes).containsExactly(CallOutcome.TIMEOUT, CallOutcome.TIMEOUT);
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
    }

    @Test
    void countsNoFailureForACallerThatHangsUp() {
        Sinks.One<List<Decision>> answer = Sinks.one();
        BreakingBucketStore breaking = breaking((bucket, policy, charges) -> answer.asMono());
        breaking.decide(newBucket(), POLICY, takes(1L)).subscribe().dispose();
        answer.tryEmitValue(List.of(Decision.unknown(true, 1)));
        assertThat(outcomes).containsExactly(CallOutcome.OK);
        assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    @Test
    void takesAnEmptyAnswerForAFailure() {
        StepVerifier.create(breaking((bucket, policy, charges) -> Mono.empty()).decide(newBucket(), POLICY, takes(1L)))
                .expectErrorMessage("the store answered nothing")
                .verify(TIMEOUT);
    }
}
