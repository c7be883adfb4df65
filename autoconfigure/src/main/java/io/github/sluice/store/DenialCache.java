package io.github.sluice.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.LimitState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The latest denial of each bucket, as many and for as long as it may remember.
 *
 * <p>Not part of the API.
 */
public final class DenialCache {

    private final LongSupplier clockNanos;
    private final Cache<Lane.Key, Denied> denials;

    /**
     * An empty cache on the system's monotonic clock.
     *
     * @param maxKeys how many denials it remembers at the most
     * @param maxAge how long it remembers one at the most
     */
    public DenialCache(long maxKeys, Duration maxAge) {
        this(maxKeys, maxAge, System::nanoTime);
    }

    DenialCache(long maxKeys, Duration maxAge, LongSupplier clockNanos) {
        this.clockNanos = clockNanos;
        this.denials = Caffeine.newBuilder()
                .maximumSize(maxKeys)
                .expireAfterWrite(maxAge)
                .ticker(clockNanos::getAsLong)
                .executor(Runnable::run)
                .build();
    }

    long nowNanos() {
        return clockNanos.getAsLong();
    }

    @Nullable
    Denied get(Lane.Key key) {
        return denials.getIfPresent(key);
    }

    void put(Lane.Key key, Denied denied) {
        denials.put(key, denied);
    }

    /**
     * What the store said, and when it was asked.
     *
     * @param cost the cost that it denied
     * @param sentNanos the time before the call
     * @param limits where the limits stood
     */
    record Denied(long cost, long sentNanos, List<LimitState> limits) {

        /** Decides as the store would by now if nobody has taken any since, which nobody can have while this holds. */
        Decision decide(long otherCost, long elapsedNanos) {
            // Rounded up: the bucket may be a little fuller than it seems, never emptier.
            long elapsedMicros = TimeUnit.NANOSECONDS.toMicros(elapsedNanos + 999);
            List<LimitState> now = limits.stream()
                    .map(state -> state.after(Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(elapsedMicros))))
                    .toList();
            boolean fits = now.stream().allMatch(state -> state.fits(cost));
            return new Decision(fits, otherCost, now, DecisionSource.DENIAL_CACHE);
        }
    }
}
