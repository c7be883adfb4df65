package io.github.sluice.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** The laws of a token bucket, over limits of all sizes, coarse ticks among them. */
class LawsTests {

    @Provide
    static Arbitrary<Limit> limits() {
        return Combinators.combine(
                        Arbitraries.longs().between(1, 1_000_000_000_000L),
                        Arbitraries.longs().between(1, 1_000_000_000_000L),
                        Arbitraries.longs().between(1, 365 * 24 * 3600).map(Duration::ofSeconds))
                .as(LawsTests::limit)
                .filter(Optional::isPresent)
                .map(Optional::get);
    }

    private static Optional<Limit> limit(long capacity, long tokens, Duration period) {
        try {
            return Optional.of(new Limit("default", capacity, new RefillRate(tokens, period)));
        } catch (IllegalArgumentException fillsTooSlowly) {
            return Optional.empty();
        }
    }

    @Property
    void admitsAtMostCapacityAndWhatDripsIn(
            @ForAll("limits") Limit limit,
            @ForAll @Size(min = 1, max = 50) List<@LongRange(min = 0, max = 20_000) Long> gaps) {
        Policy policy = Policy.of(limit);
        Optional<BucketState> state = Optional.empty();
        BigInteger admitted = BigInteger.ZERO;
        long now = 0;
        for (long gap : gaps) {
            now += gap;
            // Everything that is there, each time: nothing takes more than that.
            long cost = look(policy, state, now).remaining().orElseThrow();
            Transition transition = TokenBucket.decide(policy, state, now, Charge.take(cost), DecisionSource.IN_MEMORY);
            assertThat(transition.decision().allowed()).isTrue();
            admitted = admitted.add(BigInteger.valueOf(cost));
            state = transition.stored().or(stored(state));
        }
        BigInteger period = BigInteger.valueOf(limit.refillRate().periodMicros());
        BigInteger dripped = BigInteger.valueOf(now)
                .multiply(BigInteger.valueOf(limit.refillRate().tokens()));
        assertThat(admitted.multiply(period))
                .isLessThanOrEqualTo(
                        BigInteger.valueOf(limit.capacity()).multiply(period).add(dripped));
    }

    @Property
    void losesNothingToRoundingWhenSaturated(
            @ForAll("limits") Limit limit,
            @ForAll @Size(min = 1, max = 50) List<@LongRange(min = 0, max = 20_000) Long> gaps) {
        Policy policy = Policy.of(limit);
        Transition drained = TokenBucket.decide(
                policy, Optional.empty(), 0, Charge.take(limit.capacity()), DecisionSource.IN_MEMORY);
        Optional<BucketState> state = drained.stored();
        BigInteger admitted = BigInteger.ZERO;
        long now = 0;
        for (long gap : gaps) {
            now += gap;
            Decision look = look(policy, state, now);
            if (look.resetAfter().isZero()) {
                return; // It filled up: no longer saturated.
            }
            long cost = look.remaining().orElseThrow();
            state = TokenBucket.decide(policy, state, now, Charge.take(cost), DecisionSource.IN_MEMORY)
                    .stored()
                    .or(stored(state));
            admitted = admitted.add(BigInteger.valueOf(cost));
        }
        BigInteger period = BigInteger.valueOf(limit.refillRate().periodMicros());
        BigInteger least = BigInteger.valueOf(now - policy.scale(0).tickMicros())
                .multiply(BigInteger.valueOf(limit.refillRate().tokens()))
                .subtract(period);
        assertThat(admitted.multiply(period)).isGreaterThanOrEqualTo(least);
    }

    @Property
    void admitsALoneCallerAfterTheWaitAndNotOneTickBefore(
            @ForAll("limits") Limit limit, @ForAll @LongRange(min = 0, max = 100_000) long later) {
        Policy policy = Policy.of(limit);
        Optional<BucketState> state = TokenBucket.decide(
                        policy, Optional.empty(), 0, Charge.take(limit.capacity()), DecisionSource.IN_MEMORY)
                .stored();
        Decision denied = TokenBucket.decide(
                        policy, state, later, Charge.take(limit.capacity()), DecisionSource.IN_MEMORY)
                .decision();
        if (denied.allowed()) {
            return;
        }
        long wait = denied.retryAfter().orElseThrow().toNanos() / 1000;
        assertThat(TokenBucket.decide(
                                policy, state, later + wait, Charge.take(limit.capacity()), DecisionSource.IN_MEMORY)
                        .decision()
                        .allowed())
                .isTrue();
        long tooEarly = later + wait - policy.scale(0).tickMicros();
        assertThat(tooEarly < later
                        || !TokenBucket.decide(
                                        policy,
                                        state,
                                        tooEarly,
                                        Charge.take(limit.capacity()),
                                        DecisionSource.IN_MEMORY)
                                .decision()
                                .allowed()
                        || filledWithinTheTick(policy, state, tooEarly))
                .isTrue();
    }

    @Property
    void changesNoLaterDecisionByADenial(
            @ForAll("limits") Limit limit, @ForAll @LongRange(min = 0, max = 1_000_000) long later) {
        Policy policy = Policy.of(limit);
        Optional<BucketState> state = TokenBucket.decide(
                        policy, Optional.empty(), 0, Charge.take(limit.capacity()), DecisionSource.IN_MEMORY)
                .stored();
        Transition denied =
                TokenBucket.decide(policy, state, later, Charge.take(limit.capacity() + 1), DecisionSource.IN_MEMORY);
        assertThat(denied.decision().allowed()).isFalse();
        assertThat(denied.decision().retryAfter()).isEmpty();
        assertThat(denied.stored()).isEmpty();
    }

    @Property
    void keepsEveryNumberBelowTwoToTheFiftyThird(@ForAll("limits") Limit limit) {
        Scale scale = Policy.of(limit).scale(0);
        assertThat(BigInteger.valueOf(scale.capacity())
                        .multiply(BigInteger.valueOf(scale.unitsPerToken()))
                        .add(BigInteger.valueOf(scale.unitsPerTick())))
                .isLessThan(BigInteger.TWO.pow(53));
    }

    @Property
    void meansTheRateThatWasWritten(@ForAll("limits") Limit limit) {
        Scale scale = Policy.of(limit).scale(0);
        // units per tick / units per token / tick = tokens / period
        assertThat(product(scale.unitsPerTick(), limit.refillRate().periodMicros()))
                .isEqualTo(product(scale.unitsPerToken(), limit.refillRate().tokens())
                        .multiply(BigInteger.valueOf(scale.tickMicros())));
    }

    private static boolean filledWithinTheTick(Policy policy, Optional<BucketState> state, long at) {
        // With a coarse tick the bucket counts as full as soon as it is, though the whole tick is not over.
        return policy.scale(0).tickMicros() > 1
                && look(policy, state, at).resetAfter().isZero();
    }

    private static Decision look(Policy policy, Optional<BucketState> state, long now) {
        return TokenBucket.decide(policy, state, now, Charge.take(0), DecisionSource.IN_MEMORY)
                .decision();
    }

    private static java.util.function.Supplier<Optional<BucketState>> stored(Optional<BucketState> state) {
        return () -> state;
    }

    private static BigInteger product(long a, long b) {
        return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    }
}
