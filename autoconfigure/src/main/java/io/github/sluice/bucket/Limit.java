package io.github.sluice.bucket;

import java.math.BigInteger;
import java.time.Duration;

/**
 * One condition on a bucket: it holds at most {@code capacity} tokens, and {@code refillRate} drips in. With 20 tokens
 * and 5/s, 20 requests of cost 1 pass at once, then one every 200 ms.
 *
 * @param name the name under which the level is stored and reported: 1 to 64 characters of printable ASCII
 * @param capacity the tokens that the bucket holds when it is full, 1 to 10<sup>12</sup>
 * @param refillRate what drips in; the bucket must fill within ten years
 */
public record Limit(String name, long capacity, RefillRate refillRate) {

    private static final int LONGEST_NAME = 64;
    private static final Duration LONGEST_FILL = Duration.ofDays(3650);

    public Limit {
        if (!isName(name)) {
            throw new IllegalArgumentException("the name of a limit is 1 to 64 characters of printable ASCII");
        }
        if (capacity < 1 || capacity > RefillRate.MOST_TOKENS) {
            throw new IllegalArgumentException("a capacity is 1 to 1000000000000 tokens");
        }
        if (takesTooLong(capacity, refillRate)) {
            throw new IllegalArgumentException("a bucket must fill within 3650 d; " + capacity + " tokens at "
                    + refillRate + " take longer: choose a smaller capacity or a faster refill rate");
        }
        Scale.of(capacity, refillRate);
    }

    /** How the limit is counted where a settlement may leave a debt. */
    Scale scale(long mostCost, long mostDebt) {
        if (mostDebt < 0 || mostDebt > RefillRate.MOST_TOKENS) {
            throw new IllegalArgumentException("a debt is 0 to 1000000000000 tokens");
        }
        if (takesTooLong(mostDebt, refillRate)) {
            throw new IllegalArgumentException("a debt must drip away within 3650 d; " + mostDebt + " tokens at "
                    + refillRate + " take longer: choose a smaller debt or a faster refill rate");
        }
        return Scale.of(capacity, refillRate, mostCost, mostDebt);
    }

    /**
     * The part of the limit that one of several deciders may give out alone: of the capacity rounded up, of the rate by
     * the period. A rate that is too slow to be shared (a period beyond a year, ten years to fill, too fine to be counted
     * with the debts of the whole) is kept whole.
     */
    Limit share(int sharers, long mostDebt) {
        long part = (capacity + sharers - 1) / sharers;
        try {
            RefillRate partRate = refillRate.share(sharers);
            Scale.of(part, partRate, capacity, mostDebt);
            return new Limit(name, part, partRate);
        } catch (IllegalArgumentException tooSlow) {
            return new Limit(name, part, refillRate);
        }
    }

    /**
     * Whether a text may name a limit.
     *
     * @param text any text
     * @return true for 1 to 64 characters of printable ASCII
     */
    public static boolean isName(String text) {
        return !text.isBlank()
                && text.length() <= LONGEST_NAME
                && text.chars().allMatch(character -> character >= 0x20 && character <= 0x7e);
    }

    /** The time in which an empty bucket fills, rounded up to whole microseconds. */
    public Duration timeToFill() {
        BigInteger micros = fillMicros(capacity, refillRate);
        return Duration.ofSeconds(0, 1000).multipliedBy(micros.longValueExact());
    }

    private static boolean takesTooLong(long tokens, RefillRate rate) {
        BigInteger longest = BigInteger.valueOf(LONGEST_FILL.toMillis()).multiply(BigInteger.valueOf(1000));
        return fillMicros(tokens, rate).compareTo(longest) > 0;
    }

    private static BigInteger fillMicros(long capacity, RefillRate rate) {
        BigInteger[] whole = BigInteger.valueOf(capacity)
                .multiply(BigInteger.valueOf(rate.periodMicros()))
                .divideAndRemainder(BigInteger.valueOf(rate.tokens()));
        return whole[1].signum() == 0 ? whole[0] : whole[0].add(BigInteger.ONE);
    }
}
