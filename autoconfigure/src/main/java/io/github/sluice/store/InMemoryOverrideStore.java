package io.github.sluice.store;

import io.github.sluice.bucket.BucketId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Keeps what operators have said in this gateway's memory, for a gateway that shares its buckets with no other.
 *
 * <p>Not part of the API.
 */
public final class InMemoryOverrideStore implements OverrideStore {

    private final LongSupplier clockNanos;
    private final int most;
    private final Map<BucketId, Held> entries = new ConcurrentHashMap<>();

    /** An empty store, on the system's monotonic clock. */
    public InMemoryOverrideStore() {
        this(System::nanoTime, MOST);
    }

    InMemoryOverrideStore(LongSupplier clockNanos, int most) {
        this.clockNanos = clockNanos;
        this.most = most;
    }

    @Override
    public Mono<Map<BucketId, Entry>> read() {
        return Mono.fromCallable(() -> {
            dropEnded();
            Map<BucketId, Entry> all = new HashMap<>();
            entries.forEach((caller, held) -> all.put(caller, new Entry(held.text(), remaining(held))));
            return all;
        });
    }

    @Override
    public Mono<Boolean> put(BucketId caller, String text, Duration lasts) {
        return Mono.fromCallable(() -> {
            dropEnded();
            if (entries.size() >= most && !entries.containsKey(caller)) {
                return false;
            }
            entries.put(caller, new Held(text, clockNanos.getAsLong(), lasts));
            return true;
        });
    }

    @Override
    public Mono<Boolean> remove(BucketId caller) {
        return Mono.fromCallable(() -> entries.remove(caller) != null);
    }

    @Override
    public Mono<Void> tell(BucketId bucket) {
        return Mono.empty();
    }

    @Override
    public Flux<BucketId> told() {
        return Flux.never();
    }

    private void dropEnded() {
        entries.values().removeIf(held -> remaining(held).isZero());
    }

    private Duration remaining(Held held) {
        Duration left = held.lasts().minusNanos(clockNanos.getAsLong() - held.sinceNanos());
        // As Redis counts.
        return left.isNegative()
                ? Duration.ZERO
                : Duration.ofMillis(TimeUnit.NANOSECONDS.toMillis(left.toNanosPart()))
                        .plusSeconds(left.toSeconds());
    }

    private record Held(String text, long sinceNanos, Duration lasts) {}
}
