package io.github.sluice.autoconfigure;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.RefillRate;
import org.jspecify.annotations.Nullable;

/**
 * One of several limits.
 *
 * @param name Its name, such as burst or day.
 * @param capacity The tokens that the bucket holds.
 * @param refillRate How fast tokens drip in, such as 5/s or 100/min.
 */
public record LimitProperties(
        @Nullable String name,
        @Nullable Long capacity,
        @Nullable String refillRate) {

    Limit toLimit(String property) {
        if (name == null || !Limit.isName(name)) {
            throw new InvalidPropertyException(
                    property + ".name", name == null ? "" : name, "Write 1 to 64 characters of printable ASCII");
        }
        long tokens = capacity(property, capacity);
        RefillRate rate = refillRate(property, refillRate);
        return checked(property + ".refill-rate", rate, () -> new Limit(name, tokens, rate));
    }

    static long capacity(String property, @Nullable Long capacity) {
        if (capacity == null || capacity < 1 || capacity > RefillRate.MOST_TOKENS) {
            throw new InvalidPropertyException(
                    property + ".capacity",
                    capacity == null ? "" : capacity,
                    "Write how many tokens the bucket holds, 1 to " + RefillRate.MOST_TOKENS);
        }
        return capacity;
    }

    static RefillRate refillRate(String property, @Nullable String refillRate) {
        if (refillRate == null) {
            throw new InvalidPropertyException(
                    property + ".refill-rate", "", "Write how fast tokens drip in, such as 5/s or 100/min");
        }
        return checked(property + ".refill-rate", refillRate, () -> RefillRate.parse(refillRate));
    }

    static <T> T checked(String property, Object value, java.util.function.Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException refused) {
            throw new InvalidPropertyException(property, value, String.valueOf(refused.getMessage()));
        }
    }
}
