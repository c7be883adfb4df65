package io.github.sluice.gateway.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.store.OverrideStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A gateway's copy over a store that the test can take away, in virtual time. */
class PlanOverrideCopyTests {

    private static final BucketId ALICE = new BucketId("alice");
    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final Remote remote = new Remote();
    private final List<BucketId> changed = new ArrayList<>();
    private final VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet();
    private final PlanOverrideCopy copy = new PlanOverrideCopy(remote, changed::add, new VirtualClock());

    @BeforeEach
    void start() {
        copy.start();
    }

    @AfterEach
    void stop() {
        copy.stop();
        VirtualTimeScheduler.reset();
    }

    @Test
    void obeysWhatAnotherGatewaySaidWithinASecond() {
        time.advanceTimeBy(Duration.ofMillis(1500));
        remote.say(ALICE, Plan.BLOCKED, HOUR);
        assertThat(copy.find(ALICE)).isEmpty();
        time.advanceTimeBy(A_SECOND);
        assertThat(copy.find(ALICE))
                .hasValueSatisfying(override -> assertThat(override.plan()).isEqualTo(Plan.BLOCKED));
        assertThat(changed).containsExactly(ALICE);
    }

    @Test
    void obeysAtOnceWhenItIsTold() {
        time.advanceTimeBy(Duration.ofMillis(1500));
        remote.say(ALICE, Plan.BLOCKED, HOUR);
        remote.told.tryEmitNext(ALICE);
        assertThat(copy.find(ALICE)).isPresent();
        assertThat(changed).contains(ALICE);
    }

    @Test
    void saysOnlyOnceThatNothingIsToBeKnownAsItWas() {
        remote.say(ALICE, Plan.BLOCKED, HOUR);
        time.advanceTimeBy(Duration.ofSeconds(10));
        assertThat(changed).containsExactly(ALICE);
        remote.entries.clear();
        time.advanceTimeBy(Duration.ofSeconds(10));
        assertThat(changed).containsExactly(ALICE, ALICE);
    }

    @Test
    void holdsTheLastCopyWhileTheStoreIsAwayEachToItsEnd() {
        remote.say(ALICE, Plan.BLOCKED, Duration.ofSeconds(60));
        time.advanceTimeBy(A_SECOND);
        remote.away = true;
        remote.told.tryEmitError(new IllegalStateException("gone"));
        time.advanceTimeBy(Duration.ofSeconds(50));
        assertThat(copy.find(ALICE)).isPresent();
        assertThat(copy.all()).containsOnlyKeys(ALICE);
        time.advanceTimeBy(Duration.ofSeconds(10));
        assertThat(copy.find(ALICE)).isEmpty();
        assertThat(copy.all()).isEmpty();
    }

    @Test
    void readsAgainWhenTheStoreIsBack() {
        remote.away = true;
        time.advanceTimeBy(Duration.ofSeconds(30));
        remote.away = false;
        remote.say(ALICE, Plan.UNLIMITED, HOUR);
        time.advanceTimeBy(A_SECOND);
        assertThat(copy.find(ALICE)).isPresent();
    }

    @Test
    void goesOnPastATextThatItCannotRead() {
        remote.entries.put(new BucketId("bob"), new OverrideStore.Entry("orders.0\nweekly\n1", HOUR));
        remote.say(ALICE, Plan.UNLIMITED, HOUR);
        time.advanceTimeBy(A_SECOND);
        assertThat(copy.all()).containsOnlyKeys(ALICE);
    }

    @Test
    void saysSoWhenTheStoreDoesNotAnswer() {
        remote.silent = true;
        List<Throwable> failures = new ArrayList<>();
        copy.put(ALICE, "orders.0", Plan.BLOCKED, HOUR).subscribe(done -> {}, failures::add);
        time.advanceTimeBy(A_SECOND);
        assertThat(failures).hasSize(1);
    }

    /** What other gateways see too. */
    private static final class Remote implements OverrideStore {

        private final Map<BucketId, Entry> entries = new HashMap<>();
        private final Sinks.Many<BucketId> told = Sinks.many().multicast().directBestEffort();
        private boolean away;
        private boolean silent;

        void say(BucketId caller, Plan plan, Duration lasts) {
            entries.put(caller, new Entry(new OverrideText("orders.0", plan).write(), lasts));
        }

        @Override
        public Mono<Map<BucketId, Entry>> read() {
            return answer(Mono.fromSupplier(() -> Map.copyOf(entries)));
        }

        @Override
        public Mono<Boolean> put(BucketId caller, String text, Duration lasts) {
            return answer(Mono.fromSupplier(() -> {
                entries.put(caller, new Entry(text, lasts));
                return true;
            }));
        }

        @Override
        public Mono<Boolean> remove(BucketId caller) {
            return answer(Mono.fromSupplier(() -> entries.remove(caller) != null));
        }

        @Override
        public Mono<Void> tell(BucketId bucket) {
            return answer(Mono.empty());
        }

        @Override
        public Flux<BucketId> told() {
            return told.asFlux();
        }

        private <T> Mono<T> answer(Mono<T> answer) {
            return Mono.defer(
                    () -> silent ? Mono.never() : away ? Mono.error(new IllegalStateException("away")) : answer);
        }
    }

    /** The wall clock of virtual time. */
    private final class VirtualClock extends Clock {

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.EPOCH.plusMillis(time.now(java.util.concurrent.TimeUnit.MILLISECONDS));
        }
    }
}
