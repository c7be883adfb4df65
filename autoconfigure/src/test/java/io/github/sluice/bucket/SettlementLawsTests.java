package io.github.sluice.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The laws of a bucket that settlements charge and give back to, over limits of all sizes, coarse ticks among them. */
class SettlementLawsTests {

    @Provide
    Arbitrary<Limit> limits() {
        return LawsTests.limits();
    }

    /** The level as a fraction whose denominator is the period; shares no line with the code under test. */
    @Property
    void followsRationalArithmeticThroughTakesAndSettlements(
            @ForAll("limits") Limit limit,
            @ForAll @IntRange(max = 2000) int debtPermille,
            @ForAll @Size(min = 1, max = 50) List<@From("steps") Step> steps) {
        Policy policy = indebted(limit, debtPermille);
        Scale scale = policy.scale(0);
        BigInteger period = BigInteger.valueOf(limit.refillRate().periodMicros());
        BigInteger full = period.multiply(BigInteger.valueOf(limit.capacity()));
        BigInteger lowest = period.multiply(BigInteger.valueOf(-scale.mostDebt()));
        BigInteger level = full;
        Optional<BucketState> state = Optional.empty();
        long now = 0;
        for (Step step : steps) {
            long elapsed = step.elapsed(limit);
            now += elapsed;
            level = level.add(product(elapsed, limit.refillRate().tokens())).min(full);
            Charge charge = step.charge(limit);
            Transition transition = TokenBucket.decide(policy, state, now, charge, DecisionSource.IN_MEMORY);
            if (transition.stored().isPresent()) {
                state = transition.stored();
            }
            BigInteger tokens = period.multiply(BigInteger.valueOf(charge.tokens()));
            if (charge.settles()) {
                BigInteger charged = level.subtract(tokens);
                level = tokens.signum() < 0 ? charged.min(full) : charged.max(lowest.min(level));
            } else if (transition.decision().allowed()) {
                assertThat(level).isGreaterThanOrEqualTo(tokens);
                level = level.subtract(tokens);
            } else {
                assertThat(level).isLessThan(tokens.add(dripOf(scale.tickMicros() - 1, limit)));
            }
            LimitState told = transition.decision().limits().get(0);
            assertThat(numerator(told).multiply(period))
                    .isEqualTo(level.multiply(product(scale.unitsPerToken(), scale.tickMicros())));
            assertTellsTheWaits(told, level, full, period, limit);
        }
    }

    private static void assertTellsTheWaits(
            LimitState told, BigInteger level, BigInteger full, BigInteger period, Limit limit) {
        BigInteger next = period.multiply(BigInteger.valueOf(told.remaining() + 1));
        if (told.untilNextToken().isPresent()) {
            assertFits(told.untilNextToken().orElseThrow(), next.subtract(level), told.scale(), limit);
        }
        assertFits(told.untilFull(), full.subtract(level), told.scale(), limit);
    }

    /** The wait is long enough, and a tick less would not be. */
    private static void assertFits(Duration wait, BigInteger missing, Scale scale, Limit limit) {
        long micros = wait.toSeconds() * 1_000_000 + wait.toNanosPart() / 1000;
        assertThat(dripOf(micros, limit)).isGreaterThanOrEqualTo(missing);
        assertThat(dripOf(micros - scale.tickMicros(), limit)).isLessThan(missing.max(BigInteger.ONE));
    }

    private static BigInteger dripOf(long micros, Limit limit) {
        return product(micros, limit.refillRate().tokens());
    }

    /** The level times units per token times the length of a tick, the part of the tick that has passed included. */
    private static BigInteger numerator(LimitState state) {
        return product(state.units(), state.scale().tickMicros())
                .subtract(product(state.holdMicros(), state.scale().unitsPerTick()));
    }

    private static Policy indebted(Limit limit, int permille) {
        try {
            return Policy.of(limit).withMostDebt(OptionalLong.of(thousandths(limit.capacity(), permille)));
        } catch (IllegalArgumentException tooMuch) {
            return Policy.of(limit).withMostDebt(OptionalLong.of(0));
        }
    }

    private static long thousandths(long number, long permille) {
        return Math.min(number * permille / 1000, RefillRate.MOST_TOKENS);
    }

    @Provide
    Arbitrary<Step> steps() {
        return Combinators.combine(
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(-1500, 1500),
                        Arbitraries.integers().between(-3, 3),
                        Arbitraries.integers().between(-1000, 1500),
                        Arbitraries.longs().between(0, 20_000))
                .as(Step::new);
    }

    /** What happens next, in thousandths of what the limit holds and of the time in which it fills, and a little. */
    record Step(boolean settles, int permille, int more, int elapsedPermille, long moreMicros) {

        Charge charge(Limit limit) {
            long tokens = thousandths(limit.capacity(), permille) + more;
            long most = RefillRate.MOST_TOKENS;
            return settles ? Charge.settlement(Math.max(-most, Math.min(tokens, most))) : Charge.take(Math.abs(tokens));
        }

        long elapsed(Limit limit) {
            return Math.max(0, limit.timeToFill().toMillis() * elapsedPermille) + moreMicros;
        }
    }

    @Property
    void keepsEveryNumberOfADebtBelowTwoToTheFiftyThird(
            @ForAll("limits") Limit limit,
            @ForAll @IntRange(max = 2000) int debtPermille,
            @ForAll @IntRange(min = 1, max = 1000) int sharers) {
        Policy whole = indebted(limit, debtPermille);
        for (Scale scale : List.of(whole.scale(0), whole.share(sharers).scale(0))) {
            assertThat(product(scale.capacity() + scale.mostDebt(), scale.unitsPerToken())
                            .add(BigInteger.valueOf(scale.unitsPerTick())))
                    .isLessThan(BigInteger.TWO.pow(53));
        }
    }

    private static BigInteger product(long a, long b) {
        return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    }
}
