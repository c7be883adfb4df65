package io.github.sluice.store;

import java.time.Duration;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * How long a decision that begins now may take. The first ones after a start get more: they wait for a connection that is
 * being opened and for classes that are being loaded, and are not to be taken for failures of the store.
 *
 * <p>Not part of the API.
 */
public final class Deadline {

    private static final Duration AT_START = Duration.ofSeconds(1);

    private final Duration usual;
    private final Supplier<Scheduler> scheduler;
    private volatile boolean starting;

    /**
     * A deadline.
     *
     * @param usual how long a decision may take
     * @param scheduler watches it
     */
    public Deadline(Duration usual, Scheduler scheduler) {
        this(usual, () -> scheduler);
    }

    Deadline(Duration usual) {
        this(usual, Schedulers::parallel);
    }

    private Deadline(Duration usual, Supplier<Scheduler> scheduler) {
        this.usual = usual;
        this.scheduler = scheduler;
    }

    /** Fails with a {@link java.util.concurrent.TimeoutException} what takes longer, and cancels it. */
    <T> Mono<T> limit(Mono<T> decision) {
        Duration limit = starting && AT_START.compareTo(usual) > 0 ? AT_START : usual;
        return decision.timeout(limit, scheduler.get());
    }

    /**
     * Extends the deadline as long as the store is being warmed up.
     *
     * @param warmUp what warms it up
     * @return the same, to be subscribed to
     */
    public Mono<Void> during(Mono<?> warmUp) {
        return Mono.defer(() -> {
            starting = true;
            return warmUp.then().doFinally(signal -> starting = false);
        });
    }
}
