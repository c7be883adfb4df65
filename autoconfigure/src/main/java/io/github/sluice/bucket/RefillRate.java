package io.github.sluice.bucket;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many tokens drip, evenly, into a bucket over a period. {@code new RefillRate(5, Duration.ofSeconds(1))} is one
 * token every 200 ms, not five at the end of each second.
 *
 * @param tokens the tokens of one period, 1 to 10<sup>12</sup>
 * @param period the period, 1 ms to 365 days, in whole microseconds
 */
public record RefillRate(long tokens, Duration period) {

    /** The most tokens that a rate or a capacity may name. */
    public static final long MOST_TOKENS = 1_000_000_000_000L;

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(365);

    private static final Pattern TEXT = Pattern.compile("(\\d{1,13})\\s*/\\s*(\\d{0,9})\\s*(ms|s|min|h|d)");
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "min", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    public RefillRate {
        if (tokens < 1 || tokens > MOST_TOKENS) {
            throw new IllegalArgumentException("a refill rate gives 1 to 1000000000000 tokens in its period");
        }
        if (period.compareTo(SHORTEST) < 0 || period.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("the period of a refill rate is 1 ms to 365 d");
        }
        if (period.toNanosPart() % 1000 != 0) {
            throw new IllegalArgumentException("the period of a refill rate is a whole number of microseconds");
        }
    }

    /**
     * Reads {@code N/unit}, where the unit is {@code ms}, {@code s}, {@code min}, {@code h} or {@code d}, or a number of
     * them: {@code 5/s}, {@code 100/min}, {@code 1/10s}, {@code 10000/d}.
     *
     * @param text the rate as a user writes it
     * @return the rate
     * @throws IllegalArgumentException if the text has no such form, or a number in it is out of range; the message says
     *     what to write instead
     */
    public static RefillRate parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "write whole tokens per time: N/unit with the unit s, min, h or d, or a number of them, such as 5/s, "
                            + "100/min, 1/10s or 10000/d");
        }
        long units = matcher.group(2).isEmpty() ? 1 : Long.parseLong(matcher.group(2));
        Duration unit = UNITS.getOrDefault(matcher.group(3), Duration.ZERO);
        return new RefillRate(Long.parseLong(matcher.group(1)), unit.multipliedBy(units));
    }

    /** The rate of one of several that share this one: as many tokens, in a period so many times as long. */
    RefillRate share(int sharers) {
        return new RefillRate(tokens, period.multipliedBy(sharers));
    }

    long periodMicros() {
        return period.toSeconds() * 1_000_000 + period.toNanosPart() / 1000;
    }

    /** The rate as {@link #parse(String)} reads it, with the longest unit that fits. */
    @Override
    public String toString() {
        long millis = period.toMillis();
        if (periodMicros() % 1000 != 0) {
            return tokens + "/" + period;
        }
        for (String unit : new String[] {"d", "h", "min", "s"}) {
            long unitMillis = UNITS.getOrDefault(unit, Duration.ZERO).toMillis();
            if (millis % unitMillis == 0) {
                return text(millis / unitMillis, unit);
            }
        }
        return text(millis, "ms");
    }

    private String text(long units, String unit) {
        return tokens + "/" + (units == 1 ? "" : String.valueOf(units)) + unit;
    }
}
