package io.github.sluice.store;

import java.time.Duration;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * How long a decision that begins now may take. The first ones after a start get more: they wait for a connection that is
 * being opened and for classes that are being loaded, and are not to be taken for failures of the store.
 *
 * <p>Not part of the API.
 */
public final class Deadline implements Supplier<Duration> {

    private static final Duration AT_START = Duration.ofSeconds(1);

    private final Duration usual;
    private volatile boolean starting;

    /**
     * A deadline.
     *
     * @param usual how long a decision may take
     */
    public Deadline(Duration usual) {
        this.usual = usual;
    }

    @Override
    public Duration get() {
        return starting && AT_START.compareTo(usual) > 0 ? AT_START : usual;
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
