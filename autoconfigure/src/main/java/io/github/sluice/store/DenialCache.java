package io.github.sluice.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.LimitState;
import io.github.sluice.bucket.Policy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The latest denial of each bucket, as many and for as long as it may remember. A denial holds for the limits under which it
 * was made, so that other limits are asked for at once.
 *
 * <p>Not part of the API.
 */
public final class DenialCache {

    private final LongSupplier clockNanos;
    private final long maxAgeNanos;
    private final Cache<BucketId, Entry> entries;

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
        this.maxAgeNanos = maxAge.toNanos();
        this.entries = Caffeine.newBuilder()
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
    Denied get(BucketId bucket, Policy policy, long nowNanos) {
        @Nullable Entry entry = entries.getIfPresent(bucket);
        return entry != null
                        && entry.denied() != null
                        && entry.denied().policy().equals(policy)
                        && nowNanos - entry.sentNanos() < maxAgeNanos
                ? entry.denied()
                : null;
    }

    void put(BucketId bucket, Denied denied) {
        putLatest(bucket, new Entry(denied.sentNanos(), denied));
    }

    /**
     * Forgets a bucket that has been filled or has got other limits, and what calls that are still under way will say of it.
     *
     * @param bucket the bucket
     */
    public void forget(BucketId bucket) {
        putLatest(bucket, new Entry(nowNanos(), null));
    }

    /**
     * How many denials it remembers.
     *
     * @return about as many
     */
    public long size() {
        return entries.estimatedSize();
    }

    private void putLatest(BucketId bucket, Entry entry) {
        entries.asMap()
                .merge(
                        bucket,
                        entry,
                        (earlier, later) -> later.sentNanos() - earlier.sentNanos() >= 0 ? later : earlier);
    }

    /** What is known since a time; nothing, if it was to be forgotten. */
    private record Entry(long sentNanos, @Nullable Denied denied) {}

    /**
     * What the store said, and when it was asked.
     *
     * @param policy under which limits
     * @param cost the cost that it denied
     * @param sentNanos the time before the call
     * @param limits where the limits stood
     */
    record Denied(Policy policy, long cost, long sentNanos, List<LimitState> limits) {

        /** Decides as the store would by now if nobody has taken any since, which nobody can have while this holds. */
        Decision decide(long otherCost, long elapsedNanos) {
            // Rounded up: the bucket may be a little fuller than it seems, never emptier.
            long elapsedMicros = TimeUnit.NANOSECONDS.toMicros(elapsedNanos + 999);
            Duration elapsed = Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(elapsedMicros));
            LimitState[] now = new LimitState[limits.size()];
            boolean fits = true;
            for (int i = 0; i < now.length; i++) {
                now[i] = limits.get(i).after(elapsed);
                fits &= now[i].fits(cost);
            }
            return new Decision(fits, otherCost, List.of(now), DecisionSource.DENIAL_CACHE);
        }
    }
}
