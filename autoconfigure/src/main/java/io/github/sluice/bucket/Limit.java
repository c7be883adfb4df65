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
        if (fillMicros(capacity, refillRate)
                        .compareTo(BigInteger.valueOf(LONGEST_FILL.toMillis()).multiply(BigInteger.valueOf(1000)))
                > 0) {
            throw new IllegalArgumentException("a bucket must fill within 3650 d; " + capacity + " tokens at "
                    + refillRate + " take longer: choose a smaller capacity or a faster refill rate");
        }
        Scale.of(capacity, refillRate);
    }

    /**
     * The part of the limit that one of several deciders may give out alone: of the capacity rounded up, of the rate by
     * the period. A rate that is too slow to be shared (a period beyond a year, ten years to fill) is kept whole.
     */
    Limit share(int sharers) {
        long part = (capacity + sharers - 1) / sharers;
        try {
            return new Limit(name, part, refillRate.share(sharers));
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

    private static BigInteger fillMicros(long capacity, RefillRate rate) {
        BigInteger[] whole = BigInteger.valueOf(capacity)
                .multiply(BigInteger.valueOf(rate.periodMicros()))
                .divideAndRemainder(BigInteger.valueOf(rate.tokens()));
        return whole[1].signum() == 0 ? whole[0] : whole[0].add(BigInteger.ONE);
    }
}
