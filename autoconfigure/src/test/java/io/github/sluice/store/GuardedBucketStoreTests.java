package io.github.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class GuardedBucketStoreTests extends MemoryStoreContract {

    private static final Policy POLICY = Policy.of(new Limit("default", 1, RefillRate.parse("1/s")));

    private final StoreHealth health = new StoreHealth();

    @Override
    BucketStore around(InMemoryBucketStore memory) {
        return guarded(memory);
    }

    /** With time enough for a slow machine, where the deadline is not what is tested. */
    private GuardedBucketStore guarded(BucketStore delegate) {
        return guarded(delegate, TIMEOUT);
    }

    private GuardedBucketStore guarded(BucketStore delegate, Duration deadline) {
        return new GuardedBucketStore(
                delegate, new Deadline(deadline), new WaitingRoom(100), health, new FixedAnswerBucketStore(true));
    }

    @Test
    void decidesOtherwiseWhenTheDeadlineIsOverAndCancelsTheCall() {
        AtomicBoolean cancelled = new AtomicBoolean();
        GuardedBucketStore guarded = guarded(
                (bucket, policy, charges) -> Mono.<List<Decision>>never().doOnCancel(() -> cancelled.set(true)),
                Duration.ofMillis(100));
        StepVerifier.withVirtualTime(() -> guarded.decide(newBucket(), POLICY, takes(1L, 2L)))
                .expectSubscription()
                .expectNoEvent(Duration.ofMillis(99))
                .thenAwait(Duration.ofMillis(1))
                .assertNext(decisions ->
                        assertThat(decisions).containsExactly(Decision.unknown(true, 1), Decision.unknown(true, 2)))
                .expectComplete()
                .verify(TIMEOUT);
        assertThat(cancelled).isTrue();
        assertThat(health.isDegraded()).isTrue();
    }

    @Test
    void decidesOtherwiseWhenTheStoreFailsOrThrows() {
        RuntimeException broken = new IllegalStateException("broken");
        GuardedBucketStore throwing = guarded((bucket, policy, charges) -> {
            throw broken;
        });
        GuardedBucketStore failing = guarded((bucket, policy, charges) -> Mono.error(broken));
        for (GuardedBucketStore guarded : List.of(throwing, failing)) {
            StepVerifier.create(guarded.decide(newBucket(), POLICY, takes(1L)))
                    .expectNext(List.of(Decision.unknown(true, 1)))
                    .expectComplete()
                    .verify(TIMEOUT);
        }
        assertThat(health.isDegraded()).isTrue();
    }

    @Test
    void losesASettlementWithoutCallingItADecision() {
        GuardedBucketStore failing =
                guarded((bucket, policy, charges) -> Mono.error(new IllegalStateException("broken")));
        StepVerifier.create(failing.decide(newBucket(), POLICY, List.of(Charge.settlement(1))))
                .expectNext(List.of(Decision.unknown(true, 0)))
                .expectComplete()
                .verify(TIMEOUT);
        assertThat(health.isDegraded()).isFalse();
    }

    @Test
    void decidesOtherwiseWhatFindsNoPlaceToWait() {
        WaitingRoom room = new WaitingRoom(1);
        GuardedBucketStore guarded = new GuardedBucketStore(
                (bucket, policy, charges) -> Mono.never(),
                new Deadline(Duration.ofMinutes(1)),
                room,
                health,
                new FixedAnswerBucketStore(false));
        Disposable waiting = guarded.decide(newBucket(), POLICY, takes(1L)).subscribe();
        StepVerifier.create(guarded.decide(newBucket(), POLICY, takes(1L)))
                .expectNext(List.of(Decision.unknown(false, 1)))
                .expectComplete()
                .verify(TIMEOUT);
        waiting.dispose();
        assertThat(room.enter()).isTrue();
    }
}
