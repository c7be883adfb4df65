package io.github.sluice.benchmarks.store;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.RefillRate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Who asks, for how much, under which limit.
 *
 * @param name as the tables call it
 * @param capacity of each caller's bucket
 * @param tokensPerSecond that drip into it
 * @param cost of each request
 * @param callers their number; each request comes from any of them, with the same probability
 */
record Workload(String name, long capacity, int tokensPerSecond, long cost, int callers) {

    /** What no run uses up; ten times as much takes longer to fill than a limit of ours may. */
    private static final long PLENTY = 300_000_000L;

    private static final int SEED = 42;
    private static final int ID_BYTES = 16;

    /** A bucket is full again, and gone from our store, 10 s after a request: it is there when the next one comes. */
    static Workload allowed(String name, int callers) {
        return new Workload(name, PLENTY, 1, 10, callers);
    }

    /**
     * The capacity is a second's worth: with less than half of that, {@code RedisRateLimiter} stores nothing (it rounds the
     * time to live down to 0 s) and allows everything.
     */
    static Workload mostlyDenied() {
        return new Workload("mostly denied", 100, 100, 1, 1);
    }

    Limit limit() {
        return new Limit("default", capacity, new RefillRate(tokensPerSecond, Duration.ofSeconds(1)));
    }

    /** The callers' ids: 128 bits in base64url, the form and the length of ours. */
    List<String> ids() {
        Random random = new Random(SEED);
        return Stream.generate(() -> {
                    byte[] bytes = new byte[ID_BYTES];
                    random.nextBytes(bytes);
                    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
                })
                .limit(callers)
                .toList();
    }

    /** The most requests that an exact limiter admits, from full buckets on. */
    double mostAdmitted(Duration time) {
        return callers * (capacity + tokensPerSecond * (time.toNanos() / 1e9)) / cost;
    }
}
