package io.github.sluice.bucket;

import java.math.BigInteger;

/**
 * The whole numbers in which one limit is counted, so that neither Java nor Lua ever rounds: a token is
 * {@code unitsPerToken} units, and {@code unitsPerTick} of them drip in every {@code tickMicros}. Everything a decision
 * computes stays below 2<sup>53</sup>, the largest range in which a double, Lua's only number, is exact.
 *
 * <p>The tick is 1 microsecond unless the numbers would not fit; then 10, 100, and so on. What has to fit is a full bucket and
 * the most debt, and a tick more.
 *
 * <p>Not part of the API.
 *
 * @param capacity the tokens that the bucket holds when full
 * @param unitsPerToken the units of one token
 * @param unitsPerTick the units that drip in during one tick
 * @param tickMicros the length of a tick
 * @param mostCost the largest cost that can pass: the capacity, or more where a full bucket may go into debt
 * @param mostDebt how many tokens below 0 a settlement may charge
 */
public record Scale(
        long capacity, long unitsPerToken, long unitsPerTick, long tickMicros, long mostCost, long mostDebt) {

    private static final long LARGEST = (1L << 53) - 1;

    static Scale of(long capacity, RefillRate rate) {
        return of(capacity, rate, capacity, 0);
    }

    static Scale of(long capacity, RefillRate rate, long mostCost, long mostDebt) {
        long divisor = gcd(rate.tokens(), rate.periodMicros());
        long tokens = rate.tokens() / divisor;
        long micros = rate.periodMicros() / divisor;
        for (long tick = 1; tick <= LARGEST / tokens; tick *= 10) {
            long shared = gcd(tick, micros);
            long unitsPerToken = micros / shared;
            long unitsPerTick = tokens * (tick / shared);
            if (unitsPerTick < LARGEST && unitsPerToken <= (LARGEST - unitsPerTick) / (capacity + mostDebt)) {
                return new Scale(capacity, unitsPerToken, unitsPerTick, tick, mostCost, mostDebt);
            }
        }
        throw new IllegalArgumentException(capacity + " tokens" + (mostDebt == 0 ? "" : " and a debt of " + mostDebt)
                + " at " + rate + " cannot be counted exactly: choose a smaller "
                + (mostDebt == 0 ? "capacity" : "capacity or debt") + ", or a period that is a rounder number");
    }

    /** Whether a request of this cost passes at this level: one above the capacity, if it may pass at all, when full. */
    boolean fits(long cost, long units) {
        return cost <= mostCost && units >= neededUnits(cost);
    }

    long neededUnits(long cost) {
        return Math.min(cost, capacity) * unitsPerToken;
    }

    long capacityUnits() {
        return capacity * unitsPerToken;
    }

    /** The level at which a settlement stops charging. */
    long debtUnits() {
        return -mostDebt * unitsPerToken;
    }

    /** The time in which an empty bucket fills, rounded down. */
    long fillMicros() {
        long units = capacityUnits();
        return units / unitsPerTick * tickMicros + multiplyDivide(units % unitsPerTick, tickMicros, unitsPerTick);
    }

    /**
     * Turns a level that was counted in another scale into this one, rounding down and keeping it within the capacity. A debt
     * that was made under other limits stays, unless it is too large to be counted at all.
     */
    long rescale(long units, long otherUnitsPerToken) {
        long tokens = Math.floorDiv(units, otherUnitsPerToken);
        if (tokens >= capacity) {
            return capacityUnits();
        }
        long lowest = Math.min(capacityUnits() - LARGEST, (capacity - mostCost) * unitsPerToken);
        if (otherUnitsPerToken == unitsPerToken) {
            return Math.max(units, lowest);
        }
        if (tokens < divideUp(lowest, unitsPerToken)) {
            return lowest;
        }
        long rest = units - tokens * otherUnitsPerToken;
        return tokens * unitsPerToken + multiplyDivide(rest, unitsPerToken, otherUnitsPerToken);
    }

    /** What drips in during a part of a tick, rounded down. */
    long unitsIn(long micros) {
        return multiplyDivide(micros, unitsPerTick, tickMicros);
    }

    /** {@code a * b / c}, rounded down, whatever the size of the product. */
    static long multiplyDivide(long a, long b, long c) {
        return BigInteger.valueOf(a)
                .multiply(BigInteger.valueOf(b))
                .divide(BigInteger.valueOf(c))
                .longValueExact();
    }

    /** {@code a / b}, rounded up. */
    static long divideUp(long a, long b) {
        return -Math.floorDiv(-a, b);
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
