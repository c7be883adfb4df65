package io.github.sluice.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TokenBucketTests {

    private static final long SECOND = 1_000_000;

    @ParameterizedTest
    @MethodSource("io.github.sluice.bucket.Vector#all")
    void answersAsTheVectorsSay(Vector vector) {
        Timeline bucket = new Timeline();
        for (Vector.Step step : vector.steps()) {
            if (step.absentBefore()) {
                bucket.forget();
            }
            step.assertAnswers(bucket.decide(step.policy(), step.atMicros(), step.cost()));
        }
    }

    @Test
    void fillsAfterTenIdleYearsAtAMillionASecondAndNoMore() {
        Policy policy = policy(1_000_000, "1000000/s");
        Timeline bucket = new Timeline();
        bucket.decide(policy, 0, 1_000_000);
        long tenYears = Duration.ofDays(3650).toMillis() * 1000;
        Decision decision = bucket.decide(policy, tenYears, 1_000_000);
        assertThat(decision.allowed()).isTrue();
        assertThat(decision.remaining()).hasValue(0);
    }

    @Test
    void countsTheLargestCapacityExactly() {
        Policy policy = policy(1_000_000_000_000L, "1000000000000/h");
        Timeline bucket = new Timeline();
        assertThat(bucket.decide(policy, 0, 1).remaining()).hasValue(999_999_999_999L);
        assertThat(bucket.decide(policy, 0, 999_999_999_999L).allowed()).isTrue();
        assertThat(bucket.decide(policy, 0, 1).allowed()).isFalse();
    }

    @Test
    void losesNothingWhenAskedMoreOftenThanItsTick() {
        Policy policy = coarse();
        assertThat(policy.scale(0).tickMicros()).isEqualTo(1000);
        Timeline often = new Timeline();
        Timeline once = new Timeline();
        often.decide(policy, 0, policy.limits().get(0).capacity());
        once.decide(policy, 0, policy.limits().get(0).capacity());
        for (long now = 1; now < 5000; now += 333) {
            often.decide(policy, now, 1);
        }
        long taken = often.taken();
        assertThat(often.decide(policy, 5000, 0).remaining().orElseThrow() + taken)
                .isEqualTo(once.decide(policy, 5000, 0).remaining().orElseThrow());
    }

    @Test
    void keepsNoPartOfATickThatFilledTheBucket() {
        Policy policy = coarse();
        long capacity = policy.limits().get(0).capacity();
        Timeline bucket = new Timeline();
        bucket.decide(policy, 0, 1);
        bucket.decide(policy, 999, capacity);
        assertThat(bucket.decide(policy, 1000, 0).remaining()).hasValue(0);
    }

    @Test
    void keepsAWholeRateChangeWithinThePreviousLevel() {
        Policy thirds = policy(10, "3/s");
        Policy sevenths = policy(10, "7/11s");
        Timeline bucket = new Timeline();
        bucket.decide(thirds, 0, 10);
        bucket.decide(thirds, SECOND, 1);
        assertThat(bucket.decide(sevenths, SECOND, 0).remaining()).hasValue(2);
        assertThat(bucket.decide(sevenths, SECOND, 2).allowed()).isTrue();
        assertThat(bucket.decide(sevenths, SECOND, 1).retryAfter()).hasValue(Duration.ofNanos(1_571_429_000));
    }

    @Test
    void storesNothingOnADenialOrALook() {
        Policy policy = policy(5, "1/s");
        Optional<BucketState> drained = TokenBucket.decide(
                        policy, Optional.empty(), 0, Charge.take(5), DecisionSource.IN_MEMORY)
                .stored();
        assertThat(TokenBucket.decide(policy, drained, 10, Charge.take(1), DecisionSource.IN_MEMORY)
                        .stored())
                .isEmpty();
        assertThat(TokenBucket.decide(policy, drained, 10, Charge.take(0), DecisionSource.IN_MEMORY)
                        .stored())
                .isEmpty();
    }

    @Test
    void keepsTheOtherLimitsAsTheyWereWhenOneBeginsAgain() {
        Policy policy = Policy.of(
                new Limit("burst", 5, RefillRate.parse("5/s")), new Limit("day", 1000, RefillRate.parse("1000/d")));
        long hour = 3600 * SECOND;
        Optional<BucketState> drained = TokenBucket.decide(
                        policy, Optional.empty(), 2 * hour, Charge.take(5), DecisionSource.IN_MEMORY)
                .stored();
        Optional<BucketState> restarted = TokenBucket.decide(
                        policy, drained, hour, Charge.take(1), DecisionSource.IN_MEMORY)
                .stored();
        BucketState.StoredLevel full = new BucketState.StoredLevel(0, 1_000_000, hour);
        assertThat(restarted.orElseThrow().levels())
                .containsEntry("burst", new BucketState.StoredLevel(0, 200_000, hour))
                .containsEntry("day", drained.orElseThrow().levels().getOrDefault("day", full));
    }

    @Test
    void refusesANegativeCost() {
        assertThatThrownBy(() -> new Timeline().decide(policy(5, "1/s"), 0, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }

    @Test
    void doesNotDriftFromRationalArithmeticInTenMillionSteps() {
        Random random = new Random(20261201);
        long seen = 0;
        for (int round = 0; round < 10; round++) {
            long capacity = random.nextLong(1, 201);
            RefillRate rate = new RefillRate(1 + random.nextInt(500), Duration.ofMillis(1 + random.nextInt(100_000)));
            Policy policy = Policy.of(new Limit("default", capacity, rate));
            RationalBucket rational = new RationalBucket(capacity, rate);
            Timeline bucket = new Timeline();
            long interval = Math.max(1, 2 * rate.periodMicros() / rate.tokens());
            long now = 0;
            for (int step = 0; step < 1_000_000; step++) {
                now += (long) (random.nextDouble() * interval);
                long cost = random.nextInt(3);
                boolean allowed = rational.take(now, cost);
                Decision decision = bucket.decide(policy, now, cost);
                if (decision.allowed() != allowed || decision.remaining().orElseThrow() != rational.remaining()) {
                    throw new AssertionError("at " + now + " cost " + cost + " under " + policy);
                }
                seen++;
            }
        }
        assertThat(seen).isEqualTo(10_000_000);
    }

    private static Policy coarse() {
        return policy(1_000_000_000_000L, "9999991/s");
    }

    private static Policy policy(long capacity, String rate) {
        return Policy.of(new Limit("default", capacity, RefillRate.parse(rate)));
    }

    /**
     * The level as a fraction whose denominator is the period: tokens * period + elapsed * refill, in numbers that cannot
     * overflow here. Shares no line with the code under test.
     */
    private static final class RationalBucket {

        private final BigInteger full;
        private final BigInteger period;
        private final BigInteger tokens;
        private BigInteger level;
        private long at;

        RationalBucket(long capacity, RefillRate rate) {
            this.period = BigInteger.valueOf(rate.period().toNanos() / 1000);
            this.tokens = BigInteger.valueOf(rate.tokens());
            this.full = BigInteger.valueOf(capacity).multiply(period);
            this.level = full;
        }

        boolean take(long now, long cost) {
            level = level.add(BigInteger.valueOf(now - at).multiply(tokens)).min(full);
            at = now;
            BigInteger needed = BigInteger.valueOf(cost).multiply(period);
            boolean allowed = level.compareTo(needed) >= 0;
            if (allowed) {
                level = level.subtract(needed);
            }
            return allowed;
        }

        long remaining() {
            return level.divide(period).longValueExact();
        }
    }

    /** One bucket whose state is kept from call to call. */
    private static final class Timeline {

        private Optional<BucketState> state = Optional.empty();
        private long taken;

        Decision decide(Policy policy, long nowMicros, long cost) {
            Transition transition =
                    TokenBucket.decide(policy, state, nowMicros, Charge.take(cost), DecisionSource.IN_MEMORY);
            if (transition.stored().isPresent()) {
                state = transition.stored();
            }
            taken += transition.decision().allowed() ? cost : 0;
            return transition.decision();
        }

        void forget() {
            state = Optional.empty();
        }

        long taken() {
            return taken - 1_000_000_000_000L;
        }
    }

    @Test
    void answersEachLimitOfAPolicyOnItsOwn() {
        Policy policy =
                Policy.of(new Limit("burst", 5, RefillRate.parse("5/s")), new Limit("day", 8, RefillRate.parse("8/d")));
        Timeline bucket = new Timeline();
        bucket.decide(policy, 0, 5);
        Decision denied = bucket.decide(policy, 0, 4);
        List<String> violated =
                denied.violated().stream().map(state -> state.limit().name()).toList();
        assertThat(violated).containsExactly("burst", "day");
        assertThat(denied.limits().get(0).untilNextToken()).hasValue(Duration.ofMillis(200));
        assertThat(denied.limits().get(1).remaining()).isEqualTo(3);
    }
}
