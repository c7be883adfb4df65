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
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Two clocks: that of the store, which may step, and the monotonic one of the gateway. */
class DenialCachingBucketStoreTests extends SettlementContract {

    private static final Policy POLICY = Policy.of(new Limit("default", 10, RefillRate.parse("10/s")));
    private static final Duration MAX_AGE = Duration.ofSeconds(1);

    private final AtomicLong storeMicros = new AtomicLong();
    private final AtomicLong gatewayNanos = new AtomicLong();
    private final AtomicInteger calls = new AtomicInteger();
    private DenialCache denials = new DenialCache(1000, MAX_AGE, gatewayNanos::get);
    private BucketStore store = cached();

    private BucketStore cached() {
        InMemoryBucketStore memory = new InMemoryBucketStore(1000, DecisionSource.REDIS, storeMicros::get);
        return new DenialCachingBucketStore(
                (bucket, policy, charges) -> {
                    calls.incrementAndGet();
                    return memory.decide(bucket, policy, charges);
                },
                denials);
    }

    @Override
    BucketStore store() {
        return store;
    }

    /** Whatever the store's clock does, the gateway's goes on, and past what the cache may remember. */
    @Override
    void setClock(long micros) {
        storeMicros.set(micros);
        gatewayNanos.addAndGet(MAX_AGE.toNanos());
    }

    @Override
    boolean looksAtEveryBucket() {
        return false;
    }

    @Override
    void expire(BucketId bucket) {
        denials = new DenialCache(1000, MAX_AGE, gatewayNanos::get);
        store = cached();
    }

    private void pass(long micros) {
        storeMicros.addAndGet(micros);
        gatewayNanos.addAndGet(TimeUnit.MICROSECONDS.toNanos(micros));
    }

    @Test
    void deniesWithoutAskingUntilTheWaitIsOver() {
        BucketId bucket = newBucket();
        decide(bucket, POLICY, 10L);
        Decision denied = decide(bucket, POLICY, 1L).get(0);
        assertThat(denied.source()).isEqualTo(DecisionSource.REDIS);
        assertThat(calls).hasValue(2);
        pass(40_000);
        Decision again = decide(bucket, POLICY, 1L).get(0);
        assertThat(again.source()).isEqualTo(DecisionSource.DENIAL_CACHE);
        assertThat(again.allowed()).isFalse();
        assertThat(again.remaining()).hasValue(0);
        assertThat(again.retryAfter()).hasValue(Duration.ofMillis(60));
        pass(59_999);
        assertThat(decide(bucket, POLICY, 1L).get(0).retryAfter()).hasValue(Duration.ofNanos(1000));
        assertThat(calls).hasValue(2);
        pass(1);
        assertThat(decide(bucket, POLICY, 1L).get(0).allowed()).isTrue();
        assertThat(calls).hasValue(3);
    }

    @Test
    void asksForASmallerCost() {
        BucketId bucket = newBucket();
        decide(bucket, POLICY, 8L);
        assertThat(decide(bucket, POLICY, 5L).get(0).allowed()).isFalse();
        assertThat(decide(bucket, POLICY, 6L).get(0).source()).isEqualTo(DecisionSource.DENIAL_CACHE);
        assertThat(decide(bucket, POLICY, 2L).get(0).allowed()).isTrue();
    }

    @Test
    void tellsALargerCostItsOwnLongerWait() {
        BucketId bucket = newBucket();
        decide(bucket, POLICY, 10L);
        decide(bucket, POLICY, 1L);
        Decision heavy = decide(bucket, POLICY, 4L).get(0);
        assertThat(heavy.source()).isEqualTo(DecisionSource.DENIAL_CACHE);
        assertThat(heavy.retryAfter()).hasValue(Duration.ofMillis(400));
    }

    @Test
    void asksUnderOtherLimits() {
        BucketId bucket = newBucket();
        decide(bucket, POLICY, 10L);
        decide(bucket, POLICY, 1L);
        Policy more = Policy.of(new Limit("default", 20, RefillRate.parse("1000/s")));
        decide(bucket, more, 1L);
        assertThat(calls).hasValue(3);
    }

    @Test
    void remembersNoLongerThanItMay() {
        Policy slow = Policy.of(new Limit("default", 1, RefillRate.parse("1/h")));
        BucketId bucket = newBucket();
        decide(bucket, slow, 1L);
        decide(bucket, slow, 1L);
        gatewayNanos.addAndGet(MAX_AGE.toNanos() - 1);
        decide(bucket, slow, 1L);
        assertThat(calls).hasValue(2);
        gatewayNanos.addAndGet(1);
        decide(bucket, slow, 1L);
        assertThat(calls).hasValue(3);
    }

    @Test
    void deniesWhatCanNeverPassWithoutAsking() {
        BucketId bucket = newBucket();
        Decision never = decide(bucket, POLICY, 11L).get(0);
        assertThat(never).isEqualTo(Decision.never(11, DecisionSource.DENIAL_CACHE));
        assertThat(never.retryAfter()).isEmpty();
        assertThat(calls).hasValue(0);
        assertThat(decide(bucket, POLICY, 10L).get(0).allowed()).isTrue();
    }

    @Test
    void asksAgainAboutABucketThatItForgot() {
        BucketId bucket = newBucket();
        decide(bucket, POLICY, 10L);
        decide(bucket, POLICY, 1L);
        denials.forget(bucket);
        decide(bucket, POLICY, 1L);
        assertThat(calls).hasValue(3);
    }

    @Test
    void forgetsWhatIsStillUnderWayToo() {
        BucketId bucket = newBucket();
        decide(bucket, POLICY, 10L);
        Sinks.One<List<Decision>> late = Sinks.one();
        BucketStore slow = new DenialCachingBucketStore((id, policy, charges) -> late.asMono(), denials);
        Decision denial = decide(bucket, POLICY, 3L).get(0);
        denials.forget(bucket);
        AtomicReference<Decision> answer = new AtomicReference<>();
        slow.decide(bucket, POLICY, takes(3L)).subscribe(decisions -> answer.set(decisions.get(0)));
        gatewayNanos.addAndGet(2_000);
        denials.forget(bucket);
        late.tryEmitValue(List.of(denial));
        assertThat(answer).hasValue(denial);
        int before = calls.get();
        decide(bucket, POLICY, 3L);
        assertThat(calls).hasValue(before + 1);
    }

    @Test
    void forgetsADenialWhenASettlementGivesBack() {
        BucketId bucket = newBucket();
        decide(bucket, POLICY, 10L);
        decide(bucket, POLICY, 1L);
        settle(bucket, POLICY, -1);
        assertThat(decide(bucket, POLICY, 1L).get(0).allowed()).isTrue();
        assertThat(calls).hasValue(4);
    }

    @Test
    void forgetsADenialThatWasUnderWayWhileASettlementGaveBack() {
        BucketId twin = newBucket();
        decide(twin, POLICY, 10L);
        Decision denial = decide(twin, POLICY, 1L).get(0);
        BucketId bucket = newBucket();
        decide(bucket, POLICY, 10L);
        Sinks.One<List<Decision>> late = Sinks.one();
        BucketStore slow = new DenialCachingBucketStore((id, policy, charges) -> late.asMono(), denials);
        slow.decide(bucket, POLICY, takes(1L)).subscribe();
        gatewayNanos.incrementAndGet();
        settle(bucket, POLICY, -1);
        late.tryEmitValue(List.of(denial));
        assertThat(decide(bucket, POLICY, 1L).get(0).allowed()).isTrue();
    }

    @Test
    void forgetsADenialThoughTheSettlementIsLateOrItsCallerGone() {
        BucketId bucket = newBucket();
        BucketStore failing =
                new DenialCachingBucketStore((id, policy, charges) -> Mono.error(new IllegalStateException()), denials);
        BucketStore hanging = new DenialCachingBucketStore((id, policy, charges) -> Mono.never(), denials);
        decide(bucket, POLICY, 10L);
        for (BucketStore each : List.of(failing, hanging)) {
            decide(bucket, POLICY, 1L);
            int before = calls.get();
            each.decide(bucket, POLICY, List.of(Charge.settlement(-1)))
                    .onErrorComplete()
                    .subscribe()
                    .dispose();
            assertThat(decide(bucket, POLICY, 1L).get(0).source()).isEqualTo(DecisionSource.REDIS);
            assertThat(calls).hasValue(before + 1);
        }
    }

    @Test
    void tellsTheLongerWaitAfterASettlementWasCharged() {
        Policy policy = POLICY.withMostDebt(OptionalLong.empty());
        BucketId bucket = newBucket();
        decide(bucket, policy, 10L);
        assertThat(decide(bucket, policy, 1L).get(0).retryAfter()).hasValue(Duration.ofMillis(100));
        settle(bucket, policy, 6);
        assertThat(calls).hasValue(3);
        Decision again = decide(bucket, policy, 1L).get(0);
        assertThat(again.source()).isEqualTo(DecisionSource.DENIAL_CACHE);
        assertThat(again.retryAfter()).hasValue(Duration.ofMillis(700));
        pass(650_000);
        assertThat(decide(bucket, policy, 1L).get(0).retryAfter()).hasValue(Duration.ofMillis(50));
        assertThat(calls).hasValue(3);
    }

    @Test
    void asksForEverySettlement() {
        BucketId bucket = newBucket();
        decide(bucket, POLICY, 10L);
        decide(bucket, POLICY, 1L);
        assertThat(settle(bucket, POLICY, 11).source()).isEqualTo(DecisionSource.REDIS);
        assertThat(settle(bucket, POLICY, 0).source()).isEqualTo(DecisionSource.REDIS);
        assertThat(calls).hasValue(4);
    }

    @Test
    void neverDeniesWhatTheStoreWouldAdmit() {
        Random random = new Random(20261201);
        Policy policy = Policy.of(
                        new Limit("burst", 7, RefillRate.parse("13/s")),
                        new Limit("minute", 50, RefillRate.parse("300/min")))
                .withMostDebt(OptionalLong.empty());
        InMemoryBucketStore memory = new InMemoryBucketStore(10, DecisionSource.REDIS, storeMicros::get);
        BucketStore caching = new DenialCachingBucketStore(memory, new DenialCache(10, MAX_AGE, gatewayNanos::get));
        BucketId bucket = newBucket();
        int cached = 0;
        for (int i = 0; i < 100_000; i++) {
            pass(random.nextInt(60_000));
            if (random.nextInt(4) == 0) {
                caching.decide(bucket, policy, List.of(Charge.settlement(random.nextLong(-2, 3))))
                        .block(TIMEOUT);
            }
            long cost = random.nextLong(1, 6);
            Decision truth =
                    memory.decide(bucket, policy, takes(0L)).block(TIMEOUT).get(0);
            boolean fits = truth.limits().stream().allMatch(state -> state.fits(cost));
            Decision decision =
                    caching.decide(bucket, policy, takes(cost)).block(TIMEOUT).get(0);
            assertThat(decision.allowed()).isEqualTo(fits);
            assertThat(decision.retryAfter())
                    .isEqualTo(new Decision(fits, cost, truth.limits(), decision.source()).retryAfter());
            cached += decision.source() == DecisionSource.DENIAL_CACHE ? 1 : 0;
        }
        assertThat(cached).isPositive();
    }
}
