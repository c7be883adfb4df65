package io.github.sluice.store;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * One connection for all decisions. A connection factory opens it in a blocking way, so it is asked for on a thread that
 * may block, by one attempt at a time that no caller's deadline cuts short; the client itself reconnects and multiplexes.
 */
final class SharedConnection {

    private final ReactiveRedisConnectionFactory factory;
    private final AtomicReference<@Nullable CompletableFuture<ReactiveRedisConnection>> current =
            new AtomicReference<>();

    SharedConnection(ReactiveRedisConnectionFactory factory) {
        this.factory = factory;
    }

    Mono<ReactiveRedisConnection> get() {
        return Mono.defer(() -> {
            CompletableFuture<ReactiveRedisConnection> attempt = attempt();
            return attempt.isDone() && !attempt.isCompletedExceptionally()
                    ? Mono.just(attempt.join())
                    // As a value: a failure that comes when its caller has gone is nobody's, and not for the log.
                    : Mono.fromFuture(attempt.handle(Attempt::new), true).flatMap(Attempt::outcome);
        });
    }

    /** Asks the factory again next time: it may have been restarted, and this connection closed for good. */
    void forget(ReactiveRedisConnection failed) {
        CompletableFuture<ReactiveRedisConnection> attempt = current.get();
        if (attempt != null
                && attempt.isDone()
                && !attempt.isCompletedExceptionally()
                && attempt.join().equals(failed)) {
            current.compareAndSet(attempt, null);
        }
    }

    private CompletableFuture<ReactiveRedisConnection> attempt() {
        CompletableFuture<ReactiveRedisConnection> existing = current.get();
        if (existing != null && !existing.isCompletedExceptionally()) {
            return existing;
        }
        CompletableFuture<ReactiveRedisConnection> attempt = new CompletableFuture<>();
        if (!current.compareAndSet(existing, attempt)) {
            return attempt();
        }
        Schedulers.boundedElastic().schedule(() -> {
            try {
                attempt.complete(factory.getReactiveConnection());
            } catch (RuntimeException failure) {
                attempt.completeExceptionally(failure);
            }
        });
        return attempt;
    }

    private record Attempt(
            @Nullable ReactiveRedisConnection connection,
            @Nullable Throwable failure) {

        Mono<ReactiveRedisConnection> outcome() {
            return connection == null ? Mono.error(Objects.requireNonNull(failure)) : Mono.just(connection);
        }
    }
}
