package io.github.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.LimitState;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** What every store does with costs that are known only afterwards. */
abstract class SettlementContract extends BucketStoreContract {

    private static final long SECOND = 1_000_000;
    private static final Policy TEN = policy(10);
    private static final Limit BURST = new Limit("burst", 5, RefillRate.parse("5/s"));
    private static final Limit DAY = new Limit("day", 100, RefillRate.parse("100/d"));

    @Test
    void chargesASettlementWhateverTheLevelIs() {
        BucketId bucket = newBucket();
        setClock(SECOND);
        decide(bucket, TEN, 8L);
        Decision settled = settle(bucket, TEN, 5);
        assertThat(settled.allowed()).isTrue();
        assertThat(settled.cost()).isZero();
        assertThat(settled.remaining()).hasValue(0);
        assertThat(settled.resetAfter()).hasSeconds(13);
        assertThat(settled.limits().get(0).untilNextToken()).hasValue(Duration.ofSeconds(4));
        Decision denied = decide(bucket, TEN, 1L).get(0);
        assertThat(denied.allowed()).isFalse();
        assertThat(denied.retryAfter()).hasValue(Duration.ofSeconds(4));
        setClock(5 * SECOND - 1);
        assertThat(decide(bucket, TEN, 1L).get(0).allowed()).isFalse();
        setClock(5 * SECOND);
        assertThat(decide(bucket, TEN, 1L, 1L)).extracting(Decision::allowed).containsExactly(true, false);
    }

    @Test
    void givesBackUpToTheCapacity() {
        BucketId bucket = newBucket();
        setClock(SECOND);
        decide(bucket, TEN, 3L);
        assertThat(settle(bucket, TEN, -2).remaining()).hasValue(9);
        Decision full = settle(bucket, TEN, -1_000_000_000_000L);
        assertThat(full.remaining()).hasValue(10);
        assertThat(full.resetAfter()).isZero();
        assertThat(decide(bucket, TEN, 10L, 1L)).extracting(Decision::allowed).containsExactly(true, false);
    }

    @Test
    void stopsAtTheMostDebt() {
        Policy policy = Policy.of(TEN.limits()).withMostDebt(OptionalLong.of(4));
        BucketId bucket = newBucket();
        setClock(SECOND);
        assertThat(settle(bucket, policy, 12).resetAfter()).hasSeconds(12);
        assertThat(settle(bucket, policy, 1_000_000_000_000L).resetAfter()).hasSeconds(14);
        assertThat(settle(bucket, policy, 1).resetAfter()).hasSeconds(14);
        assertThat(settle(bucket, policy, -1).resetAfter()).hasSeconds(13);
        setClock(SECOND + SECOND / 2);
        assertThat(settle(bucket, policy, 4).resetAfter()).hasSeconds(14);
    }

    @Test
    void stopsAtZeroUnlessThePolicyAllowsADebt() {
        Policy policy = Policy.of(TEN.limits());
        BucketId bucket = newBucket();
        setClock(SECOND);
        assertThat(settle(bucket, policy, 15).resetAfter()).hasSeconds(10);
        assertThat(settle(bucket, policy, 1).resetAfter()).hasSeconds(10);
    }

    @Test
    void changesNothingBySettlingNothing() {
        BucketId bucket = newBucket();
        setClock(SECOND);
        decide(bucket, TEN, 3L);
        assertThat(settle(bucket, TEN, 0).remaining()).hasValue(7);
        assertThat(settle(newBucket(), TEN, 0).resetAfter()).isZero();
    }

    @Test
    void settlesABucketThatIsAbsentFromFull() {
        setClock(SECOND);
        assertThat(settle(newBucket(), TEN, 3).remaining()).hasValue(7);
        BucketId bucket = newBucket();
        assertThat(settle(bucket, TEN, -3).resetAfter()).isZero();
        assertThat(decide(bucket, TEN, 10L, 1L)).extracting(Decision::allowed).containsExactly(true, false);
    }

    @Test
    void keepsABucketInDebtUntilItIsFull() {
        BucketId bucket = newBucket();
        setClock(SECOND);
        settle(bucket, TEN, 20);
        setClock(21 * SECOND - 1);
        Decision nearlyFull = decide(bucket, TEN, 0L).get(0);
        assertThat(nearlyFull.remaining()).hasValue(9);
        assertThat(nearlyFull.resetAfter()).hasNanos(1000);
        setClock(21 * SECOND);
        assertThat(decide(bucket, TEN, 0L).get(0).remaining()).hasValue(10);
    }

    @Test
    void settlesEachLimitOnItsOwn() {
        Policy policy = Policy.of(BURST, DAY).withMostDebt(OptionalLong.of(10));
        BucketId bucket = newBucket();
        setClock(SECOND);
        Decision charged = settle(bucket, policy, 20);
        assertThat(charged.limits().get(0).untilFull()).hasSeconds(3);
        assertThat(charged.limits().get(1).remaining()).isEqualTo(80);
        Decision givenBack = settle(bucket, policy, -17);
        assertThat(givenBack.limits()).extracting(LimitState::remaining).containsExactly(5L, 97L);
    }

    @Test
    void decidesAMixedBatchAsOneByOneAtOneInstant() {
        Policy policy = Policy.of(BURST, DAY).withMostDebt(OptionalLong.empty());
        List<Charge> charges = List.of(
                Charge.take(3),
                Charge.settlement(9),
                Charge.take(0),
                Charge.settlement(-8),
                Charge.take(2),
                Charge.take(2),
                Charge.settlement(100),
                Charge.settlement(-1),
                Charge.take(1),
                Charge.settlement(0),
                Charge.settlement(-100),
                Charge.take(5));
        setClock(SECOND);
        List<Decision> together = decide(newBucket(), policy, charges);
        BucketId alone = newBucket();
        List<Decision> oneByOne = Flux.fromIterable(charges)
                .concatMap(charge -> store().decide(alone, policy, List.of(charge)))
                .concatMapIterable(decisions -> decisions)
                .collectList()
                .block(TIMEOUT);
        assertThat(together)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("source")
                .isEqualTo(oneByOne);
        assertThat(together)
                .extracting(Decision::allowed)
                .containsExactly(true, true, false, true, true, false, true, true, false, true, true, true);
    }

    @Test
    void spendsThePartOfATickWithWhatStopsAtEitherEnd() {
        Policy policy = Policy.of(new Limit("default", 1_000_000_000_000L, RefillRate.parse("9999991/s")))
                .withMostDebt(OptionalLong.of(1_000_000));
        assertThat(policy.scale(0).tickMicros()).isEqualTo(1000);
        BucketId indebted = newBucket();
        BucketId full = newBucket();
        setClock(5_000_000);
        decide(indebted, policy, 1_000_000_000_000L);
        decide(full, policy, 2L);
        setClock(5_000_400);
        // Below the most debt by less than has dripped since the tick began, so not below it at all.
        assertThat(settle(indebted, policy, 1_001_000).limits().get(0).units()).isEqualTo(-1_001_000_000);
        setClock(5_000_500);
        assertThat(settle(indebted, policy, 6_000).limits().get(0).units()).isEqualTo(-1_000_000_000);
        setClock(5_000_600);
        assertThat(settle(indebted, policy, 1_000).limits().get(0).units()).isEqualTo(-1_000_000_000);
        assertThat(settle(full, policy, -1).resetAfter()).isZero();
        decide(full, policy, 1_000_000_000_000L);
        setClock(5_001_599);
        assertThat(decide(indebted, policy, 0L).get(0).limits().get(0).units()).isEqualTo(-1_000_000_000);
        assertThat(decide(full, policy, 0L).get(0).remaining()).hasValue(0);
        setClock(5_001_600);
        assertThat(decide(indebted, policy, 0L).get(0).limits().get(0).units()).isEqualTo(-990_000_009);
        assertThat(decide(full, policy, 0L).get(0).remaining()).hasValue(9_999);
    }

    @Test
    void countsAHoldIntoTheWaitsOfADebt() {
        BucketId bucket = newBucket();
        setClock(100 * SECOND);
        decide(bucket, TEN, 10L);
        setClock(95 * SECOND);
        Decision charged = settle(bucket, TEN, 2);
        assertThat(charged.resetAfter()).hasSeconds(17);
        assertThat(charged.limits().get(0).untilNextToken()).hasValue(Duration.ofSeconds(8));
        Decision givenBack = settle(bucket, TEN, -4);
        assertThat(givenBack.remaining()).hasValue(2);
        assertThat(givenBack.limits().get(0).untilNextToken()).hasValue(Duration.ofSeconds(6));
        assertThat(settle(bucket, TEN, 100).resetAfter()).hasSeconds(25);
        setClock(100 * SECOND);
        assertThat(decide(bucket, TEN, 0L).get(0).resetAfter()).hasSeconds(20);
    }

    @Test
    void beginsAgainWhereTheStoredTimeIsBogus() {
        BucketId bucket = newBucket();
        BucketId untouched = newBucket();
        setClock(1000 * SECOND);
        decide(bucket, TEN, 10L);
        decide(untouched, TEN, 10L);
        setClock(900 * SECOND);
        assertThat(settle(bucket, TEN, 2).resetAfter()).hasSeconds(12);
        assertThat(settle(untouched, TEN, 0).resetAfter()).hasSeconds(10);
        setClock(903 * SECOND);
        assertThat(decide(bucket, TEN, 0L).get(0).remaining()).hasValue(1);
        assertThat(decide(untouched, TEN, 0L).get(0).remaining()).hasValue(3);
    }

    @Test
    void keepsADebtUnderAnotherCapacity() {
        BucketId bucket = newBucket();
        setClock(SECOND);
        settle(bucket, TEN, 20);
        assertThat(decide(bucket, policy(20), 0L).get(0).resetAfter()).hasSeconds(30);
        Policy five = policy(5);
        assertThat(decide(bucket, five, 0L).get(0).resetAfter()).hasSeconds(15);
        assertThat(settle(bucket, five, 3).resetAfter()).hasSeconds(15);
        assertThat(settle(bucket, five, -3).resetAfter()).hasSeconds(12);
        assertThat(settle(bucket, five, 1).resetAfter()).hasSeconds(12);
        assertThat(settle(bucket, TEN, 1).resetAfter()).hasSeconds(18);
        assertThat(decide(bucket, Policy.of(TEN.limits()), 1L).get(0).retryAfter())
                .hasValue(Duration.ofSeconds(9));
    }

    @Test
    void carriesADebtOverToAnotherRate() {
        Policy thirds = policy(10, RefillRate.parse("3/s"));
        Policy sevenths = policy(10, RefillRate.parse("7/11s"));
        BucketId bucket = newBucket();
        setClock(SECOND);
        settle(bucket, thirds, 11);
        assertThat(decide(bucket, sevenths, 1L).get(0).retryAfter()).hasValue(Duration.ofNanos(3_142_858_000L));
        settle(bucket, sevenths, 1);
        assertThat(decide(bucket, thirds, 1L).get(0).retryAfter()).hasValue(Duration.ofSeconds(1));
    }

    @Test
    void keepsADebtOfOtherLimitsAsFarAsItCanCount() {
        RefillRate fine = new RefillRate(1000, Duration.ofNanos(10_007_000));
        Policy deep = Policy.of(new Limit("default", 1, fine)).withMostDebt(OptionalLong.of(900_000_000_000L));
        BucketId bucket = newBucket();
        setClock(SECOND);
        assertThat(settle(bucket, deep, 1_000_000_000_000L).limits().get(0).units())
                .isEqualTo(-900_000_000_000L * 10_007);
        for (Policy other : List.of(Policy.of(new Limit("default", 900_000_000_000L, fine)), Policy.of(TEN.limits()))) {
            LimitState state = decide(bucket, other, 0L).get(0).limits().get(0);
            long full = state.limit().capacity() * state.scale().unitsPerToken();
            assertThat(full - state.units()).isEqualTo((1L << 53) - 1);
        }
    }

    @Test
    void forgetsTheDebtOfALimitThatIsRemoved() {
        Policy both = Policy.of(BURST, DAY).withMostDebt(OptionalLong.empty());
        Policy day = Policy.of(DAY).withMostDebt(OptionalLong.empty());
        BucketId bucket = newBucket();
        setClock(SECOND);
        settle(bucket, both, 8);
        settle(bucket, day, 1);
        assertThat(decide(bucket, both, 0L).get(0).limits())
                .extracting(LimitState::remaining)
                .containsExactly(5L, 91L);
    }

    @Test
    void settlesTheExactSumUnderConcurrency() {
        Policy policy = policy(1_000_000, RefillRate.parse("1000/d"));
        BucketId bucket = newBucket();
        setClock(SECOND);
        decide(bucket, policy, 500_000L);
        List<Charge> charges = new Random(20261201)
                .longs(1000, -1000, 1000)
                .mapToObj(tokens -> tokens % 4 == 0 ? Charge.take(Math.abs(tokens)) : Charge.settlement(tokens))
                .toList();
        Flux.fromIterable(charges)
                .flatMap(
                        charge ->
                                store().decide(bucket, policy, List.of(charge)).subscribeOn(Schedulers.parallel()),
                        64)
                .blockLast(TIMEOUT);
        long sum = charges.stream().mapToLong(Charge::tokens).sum();
        assertThat(decide(bucket, policy, 0L).get(0).remaining()).hasValue(500_000 - sum);
    }

    @Test
    void answersMixturesAsTheModelDoes() {
        Random random = new Random(20261201);
        Policy policy = Policy.of(BURST, DAY).withMostDebt(OptionalLong.of(20));
        BucketId bucket = newBucket();
        ModelBucket model = new ModelBucket();
        long now = SECOND;
        for (int step = 0; step < 300; step++) {
            now += random.nextInt(3) * random.nextLong(2 * SECOND);
            List<Charge> charges = random.ints(1 + random.nextInt(3), -9, 15)
                    .mapToObj(tokens ->
                            random.nextBoolean() ? Charge.settlement(tokens) : Charge.take(Math.abs(tokens % 5)))
                    .toList();
            setClock(now);
            assertThat(decide(bucket, policy, charges))
                    .usingRecursiveFieldByFieldElementComparatorIgnoringFields("source")
                    .isEqualTo(model.decide(policy, now, charges));
        }
    }

    final Decision settle(BucketId bucket, Policy policy, long tokens) {
        return decide(bucket, policy, List.of(Charge.settlement(tokens))).get(0);
    }

    private static Policy policy(long capacity) {
        return policy(capacity, RefillRate.parse("1/s"));
    }

    private static Policy policy(long capacity, RefillRate rate) {
        return Policy.of(new Limit("default", capacity, rate)).withMostDebt(OptionalLong.empty());
    }
}
