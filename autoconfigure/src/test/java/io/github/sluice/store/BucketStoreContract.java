package io.github.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.bucket.Vector;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** What every store does, whatever it is made of. The clock stands still unless a test moves it. */
abstract class BucketStoreContract {

    static final Duration TIMEOUT = Duration.ofSeconds(20);

    // Drawn once: a random number may block, and buckets are made on event loops too.
    private static final String RUN = UUID.randomUUID() + "-";
    private static final AtomicLong COUNT = new AtomicLong();

    /** The store under test; its clock is moved by {@link #setClock(long)}. */
    abstract BucketStore store();

    abstract void setClock(long micros);

    /** Lets a bucket expire, as the store's own clock would. */
    abstract void expire(BucketId bucket);

    /** Whether it does even for a cost that can never pass, and so knows where the limits stand. */
    boolean looksAtEveryBucket() {
        return true;
    }

    @ParameterizedTest
    @MethodSource("io.github.sluice.bucket.Vector#all")
    void answersAsTheVectorsSay(Vector vector) {
        BucketId bucket = newBucket();
        for (Vector.Step step : vector.steps()) {
            if (step.absentBefore()) {
                expire(bucket);
            }
            setClock(step.atMicros());
            Decision decision = decide(bucket, step.policy(), step.cost()).get(0);
            if (step.policy().canEverAllow(step.cost()) || looksAtEveryBucket()) {
                step.assertAnswers(decision);
            } else {
                assertThat(decision).isEqualTo(Decision.never(step.cost(), DecisionSource.DENIAL_CACHE));
            }
        }
    }

    @Test
    void decidesABatchAsOneByOneAtOneInstant() {
        Policy policy = Policy.of(
                new Limit("burst", 7, RefillRate.parse("1/s")), new Limit("day", 11, RefillRate.parse("100/d")));
        Long[] costs =
                looksAtEveryBucket() ? new Long[] {3L, 0L, 5L, 1L, 3L, 1L, 100L} : new Long[] {3L, 0L, 5L, 1L, 3L, 1L};
        setClock(1_000_000);
        List<Decision> together = decide(newBucket(), policy, costs);
        BucketId alone = newBucket();
        List<Decision> oneByOne = Flux.fromArray(costs)
                .concatMap(cost -> store().decide(alone, policy, takes(cost)))
                .concatMapIterable(decisions -> decisions)
                .collectList()
                .block(TIMEOUT);
        // A cache may know some of them without the store.
        assertThat(together)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("source")
                .isEqualTo(oneByOne);
        assertThat(together).extracting(Decision::allowed).startsWith(true, true, false, true, true, false);
    }

    @Test
    void keepsBucketsApart() {
        Policy policy = Policy.of(new Limit("default", 1, RefillRate.parse("1/h")));
        setClock(1_000_000);
        assertThat(decide(newBucket(), policy, 1L).get(0).allowed()).isTrue();
        assertThat(decide(newBucket(), policy, 1L).get(0).allowed()).isTrue();
    }

    @Test
    void admitsExactlyTheCapacityUnderConcurrency() {
        Policy policy = Policy.of(new Limit("default", 100, RefillRate.parse("1/d")));
        BucketId bucket = newBucket();
        setClock(1_000_000);
        long admitted = Flux.range(0, 1000)
                .flatMap(request -> store().decide(bucket, policy, takes(1L)).subscribeOn(Schedulers.parallel()), 64)
                .concatMapIterable(decisions -> decisions)
                .filter(Decision::allowed)
                .count()
                .blockOptional(TIMEOUT)
                .orElseThrow();
        assertThat(admitted).isEqualTo(100);
    }

    @Test
    void countsACoarseTickAsTheModelDoes() {
        Policy policy = Policy.of(new Limit("default", 1_000_000_000_000L, RefillRate.parse("9999991/s")));
        BucketId bucket = newBucket();
        setClock(5_000_000);
        assertThat(decide(bucket, policy, 1_000_000_000_000L).get(0).allowed()).isTrue();
        setClock(5_000_999);
        assertThat(decide(bucket, policy, 0L).get(0).remaining()).hasValue(0);
        setClock(5_001_500);
        Decision denied = decide(bucket, policy, 10_000L).get(0);
        assertThat(denied.remaining()).hasValue(9_999);
        assertThat(denied.retryAfter()).hasValue(Duration.ofNanos(500_000));
        assertThat(decide(bucket, policy, 9_999L).get(0).allowed()).isTrue();
        setClock(5_002_000);
        assertThat(decide(bucket, policy, 0L).get(0).remaining()).hasValue(10_000);
        // A token before full, then full within a tick: no part of that tick counts again.
        BucketId nearlyFull = newBucket();
        decide(nearlyFull, policy, 1L);
        setClock(5_002_999);
        assertThat(decide(nearlyFull, policy, 1_000_000_000_000L).get(0).allowed())
                .isTrue();
        setClock(5_003_000);
        assertThat(decide(nearlyFull, policy, 0L).get(0).remaining()).hasValue(0);
    }

    @Test
    void carriesALevelOverToAnotherRate() {
        Policy thirds = Policy.of(new Limit("default", 10, RefillRate.parse("3/s")));
        Policy sevenths = Policy.of(new Limit("default", 10, RefillRate.parse("7/11s")));
        BucketId bucket = newBucket();
        setClock(1_000_000);
        decide(bucket, thirds, 10L);
        setClock(2_000_000);
        assertThat(decide(bucket, thirds, 1L).get(0).remaining()).hasValue(2);
        assertThat(decide(bucket, sevenths, 2L).get(0).allowed()).isTrue();
        assertThat(decide(bucket, sevenths, 1L).get(0).retryAfter()).hasValue(Duration.ofNanos(1_571_429_000));
    }

    @Test
    void decidesALongBatch() {
        Policy policy = Policy.of(new Limit("default", 40, RefillRate.parse("1/d")));
        setClock(1_000_000);
        List<Decision> decisions =
                decide(newBucket(), policy, Collections.nCopies(64, 1L).toArray(Long[]::new));
        assertThat(decisions).hasSize(64);
        assertThat(decisions.stream().filter(Decision::allowed)).hasSize(40);
    }

    @Test
    void limitsAtCapacityOneAndTenASecond() {
        Policy policy = Policy.of(new Limit("default", 1, RefillRate.parse("10/s")));
        BucketId bucket = newBucket();
        setClock(1_000_000);
        assertThat(decide(bucket, policy, 1L, 1L)).extracting(Decision::allowed).containsExactly(true, false);
        setClock(1_099_999);
        assertThat(decide(bucket, policy, 1L).get(0).allowed()).isFalse();
        setClock(1_100_000);
        assertThat(decide(bucket, policy, 1L, 1L)).extracting(Decision::allowed).containsExactly(true, false);
    }

    @Test
    void limitsAtCapacityFourAndTenASecond() {
        Policy policy = Policy.of(new Limit("default", 4, RefillRate.parse("10/s")));
        BucketId bucket = newBucket();
        setClock(1_000_000);
        assertThat(decide(bucket, policy, 1L, 1L, 1L, 1L, 1L).get(4).allowed()).isFalse();
        setClock(1_300_000);
        assertThat(decide(bucket, policy, 1L, 1L, 1L, 1L))
                .extracting(Decision::allowed)
                .containsExactly(true, true, true, false);
    }

    @Test
    void refillsWithinTheSecond() {
        Policy policy = Policy.of(new Limit("default", 10, RefillRate.parse("10/s")));
        BucketId bucket = newBucket();
        setClock(1_000_000);
        assertThat(decide(bucket, policy, 10L).get(0).allowed()).isTrue();
        setClock(1_100_000);
        assertThat(decide(bucket, policy, 1L, 1L)).extracting(Decision::allowed).containsExactly(true, false);
    }

    final List<Decision> decide(BucketId bucket, Policy policy, Long... costs) {
        return decide(bucket, policy, takes(costs));
    }

    final List<Decision> decide(BucketId bucket, Policy policy, List<Charge> charges) {
        return store().decide(bucket, policy, charges).blockOptional(TIMEOUT).orElseThrow();
    }

    static List<Charge> takes(Long... costs) {
        return Arrays.stream(costs).map(Charge::take).toList();
    }

    static BucketId newBucket() {
        return new BucketId(RUN + COUNT.incrementAndGet());
    }
}
