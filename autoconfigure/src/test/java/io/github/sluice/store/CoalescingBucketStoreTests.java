package io.github.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

class CoalescingBucketStoreTests extends MemoryStoreContract {

    private static final Policy POLICY = Policy.of(new Limit("default", 100, RefillRate.parse("1/d")));

    @Override
    BucketStore around(InMemoryBucketStore memory) {
        return new CoalescingBucketStore(memory);
    }

    @Test
    void sendsOneAtOnceAndThoseThatComeMeanwhileTogether() {
        HeldStore held = new HeldStore();
        CoalescingBucketStore coalescing = new CoalescingBucketStore(held);
        BucketId bucket = newBucket();
        List<List<Decision>> answers = Collections.synchronizedList(new ArrayList<>());
        for (long cost = 1; cost <= 5; cost++) {
            coalescing.decide(bucket, POLICY, takes(cost)).subscribe(answers::add);
        }
        assertThat(held.batches).containsExactly(List.of(1L));
        held.release();
        assertThat(held.batches).containsExactly(List.of(1L), List.of(2L, 3L, 4L, 5L));
        held.release();
        assertThat(answers).extracting(decisions -> decisions.get(0).cost()).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(coalescing.lanes()).isZero();
    }

    @Test
    void sendsAtMostSixtyFourTogetherInTheOrderOfTheirArrival() {
        HeldStore held = new HeldStore();
        CoalescingBucketStore coalescing = new CoalescingBucketStore(held);
        BucketId bucket = newBucket();
        for (long cost = 0; cost < 150; cost++) {
            coalescing.decide(bucket, POLICY, takes(cost)).subscribe();
        }
        for (int i = 0; i < 4; i++) {
            held.release();
        }
        assertThat(held.batches).extracting(List::size).containsExactly(1, 64, 64, 21);
        assertThat(held.batches.stream().flatMap(List::stream).toList())
                .isSorted()
                .hasSize(150);
    }

    @Test
    void keepsOtherLimitsAndOtherBucketsApart() {
        HeldStore held = new HeldStore();
        CoalescingBucketStore coalescing = new CoalescingBucketStore(held);
        BucketId bucket = newBucket();
        Policy other = Policy.of(new Limit("default", 99, RefillRate.parse("1/d")));
        coalescing.decide(bucket, POLICY, takes(1L)).subscribe();
        coalescing.decide(bucket, other, takes(2L)).subscribe();
        coalescing.decide(newBucket(), POLICY, takes(3L)).subscribe();
        assertThat(held.batches).containsExactly(List.of(1L), List.of(2L), List.of(3L));
    }

    @Test
    void takesNothingForOneWhoLeavesBeforeTheCallIsSent() {
        HeldStore held = new HeldStore();
        CoalescingBucketStore coalescing = new CoalescingBucketStore(held);
        BucketId bucket = newBucket();
        coalescing.decide(bucket, POLICY, takes(1L)).subscribe();
        Disposable leaves = coalescing.decide(bucket, POLICY, takes(2L)).subscribe();
        coalescing.decide(bucket, POLICY, takes(3L)).subscribe();
        leaves.dispose();
        held.release();
        assertThat(held.batches).containsExactly(List.of(1L), List.of(3L));
        held.release();
        assertThat(coalescing.lanes()).isZero();
    }

    @Test
    void harmsNobodyWhenOneLeavesDuringTheCall() {
        HeldStore held = new HeldStore();
        CoalescingBucketStore coalescing = new CoalescingBucketStore(held);
        BucketId bucket = newBucket();
        List<List<Decision>> answers = new ArrayList<>();
        Disposable leaves = coalescing.decide(bucket, POLICY, takes(1L)).subscribe();
        coalescing.decide(bucket, POLICY, takes(2L)).subscribe(answers::add);
        leaves.dispose();
        held.release();
        held.release();
        assertThat(answers).hasSize(1);
        assertThat(coalescing.lanes()).isZero();
    }

    @Test
    void failsOnlyTheCallThatFailed() {
        HeldStore held = new HeldStore();
        CoalescingBucketStore coalescing = new CoalescingBucketStore(held);
        BucketId bucket = newBucket();
        List<Throwable> errors = new ArrayList<>();
        List<List<Decision>> answers = new ArrayList<>();
        coalescing.decide(bucket, POLICY, takes(1L)).subscribe(answers::add, errors::add);
        coalescing.decide(bucket, POLICY, takes(2L)).subscribe(answers::add, errors::add);
        held.fail(new IllegalStateException("broken"));
        assertThat(errors).hasSize(1);
        held.release();
        assertThat(answers).hasSize(1);
        assertThat(coalescing.lanes()).isZero();
    }

    @Test
    void dropsNoErrorOfOneWhoHasLeft() {
        HeldStore held = new HeldStore();
        CoalescingBucketStore coalescing = new CoalescingBucketStore(held);
        List<Throwable> dropped = new ArrayList<>();
        Hooks.onErrorDropped(dropped::add);
        try {
            coalescing.decide(newBucket(), POLICY, takes(1L)).subscribe().dispose();
            held.fail(new IllegalStateException("broken"));
        } finally {
            Hooks.resetOnErrorDropped();
        }
        assertThat(dropped).isEmpty();
        assertThat(coalescing.lanes()).isZero();
    }

    /** A store that answers at once on another thread closes the lane after nearly every call, while others come. */
    @Test
    void chargesEachOnceAndLosesNobodyWhenALaneClosesAsTheyCome() throws InterruptedException {
        ExecutorService redis = Executors.newSingleThreadExecutor();
        AtomicLong charged = new AtomicLong();
        BucketStore coalescing =
                new CoalescingBucketStore((bucket, policy, charges) -> Mono.create(sink -> redis.execute(() -> {
                    charged.addAndGet(charges.size());
                    sink.success(charges.stream()
                            .map(charge -> Decision.unknown(true, charge.tokens()))
                            .toList());
                })));
        BucketId bucket = newBucket();
        int threads = 8;
        int each = 50_000;
        AtomicLong answered = new AtomicLong();
        List<Thread> callers = Stream.generate(() -> new Thread(() -> {
                    for (int i = 0; i < each; i++) {
                        coalescing
                                .decide(bucket, POLICY, List.of(Charge.take(1)))
                                .block(TIMEOUT);
                        answered.incrementAndGet();
                    }
                }))
                .limit(threads)
                .toList();
        callers.forEach(Thread::start);
        for (Thread caller : callers) {
            caller.join();
        }
        redis.shutdown();
        assertThat(answered).hasValue((long) threads * each);
        assertThat(charged).hasValue((long) threads * each);
    }

    @RepeatedTest(20)
    void admitsExactlyTheCapacityFromManyThreadsOnManyBuckets() {
        InMemoryBucketStore memory = memory();
        CoalescingBucketStore coalescing = new CoalescingBucketStore((bucket, policy, charges) ->
                memory.decide(bucket, policy, charges).publishOn(Schedulers.boundedElastic()));
        List<BucketId> buckets = List.of(newBucket(), newBucket(), newBucket());
        long admitted = Flux.range(0, 6000)
                .flatMap(
                        i -> Mono.defer(() -> coalescing.decide(buckets.get(i % 3), POLICY, takes(1L)))
                                .subscribeOn(Schedulers.parallel()),
                        256)
                .filter(decisions -> decisions.get(0).allowed())
                .count()
                .blockOptional(TIMEOUT)
                .orElseThrow();
        assertThat(admitted).isEqualTo(300);
        // The last answer is given just before its lane closes.
        Awaitility.await().atMost(TIMEOUT).until(() -> coalescing.lanes() == 0);
    }

    @Test
    void sendsSettlementsInTheirTurn() {
        HeldStore held = new HeldStore();
        CoalescingBucketStore coalescing = new CoalescingBucketStore(held);
        BucketId bucket = newBucket();
        for (Charge charge : List.of(Charge.take(1), Charge.take(2), Charge.settlement(-3), Charge.take(4))) {
            coalescing.decide(bucket, POLICY, List.of(charge)).subscribe();
        }
        held.release();
        assertThat(held.batches).containsExactly(List.of(1L), List.of(2L, -3L, 4L));
    }

    @RepeatedTest(20)
    void settlesTheExactSumFromManyThreads() {
        Policy policy = Policy.of(new Limit("default", 1_000_000, RefillRate.parse("1000/d")))
                .withMostDebt(OptionalLong.empty());
        InMemoryBucketStore memory = memory();
        CoalescingBucketStore coalescing = new CoalescingBucketStore((bucket, limits, charges) ->
                memory.decide(bucket, limits, charges).publishOn(Schedulers.boundedElastic()));
        BucketId bucket = newBucket();
        memory.decide(bucket, policy, takes(500_000L)).block(TIMEOUT);
        Flux.range(0, 6000)
                .flatMap(
                        i -> coalescing
                                .decide(
                                        bucket,
                                        policy,
                                        List.of(i % 3 == 0 ? Charge.take(7) : Charge.settlement(i % 5 - 3)))
                                .subscribeOn(Schedulers.parallel()),
                        256)
                .blockLast(TIMEOUT);
        long settled = IntStream.range(0, 6000)
                .filter(i -> i % 3 != 0)
                .mapToLong(i -> i % 5 - 3)
                .sum();
        assertThat(memory.decide(bucket, policy, takes(0L))
                        .block(TIMEOUT)
                        .get(0)
                        .remaining())
                .hasValue(500_000 - 2000 * 7 - settled);
    }

    /** Holds each call until the test lets it go. */
    private static final class HeldStore implements BucketStore {

        private final List<List<Long>> batches = new ArrayList<>();
        private final List<Sinks.One<List<Decision>>> calls = new ArrayList<>();
        private int released;

        @Override
        public Mono<List<Decision>> decide(BucketId bucket, Policy policy, List<Charge> charges) {
            Sinks.One<List<Decision>> call = Sinks.one();
            batches.add(charges.stream().map(Charge::tokens).toList());
            calls.add(call);
            return call.asMono();
        }

        void release() {
            int call = released++;
            calls.get(call)
                    .tryEmitValue(batches.get(call).stream()
                            .map(cost -> Decision.unknown(true, cost))
                            .toList());
        }

        void fail(Throwable failure) {
            calls.get(released++).tryEmitError(failure);
        }
    }
}
