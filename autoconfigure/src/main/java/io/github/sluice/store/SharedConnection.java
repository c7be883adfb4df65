package io.github.sluice.store;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * One connection for all decisions. A connection factory opens it in a blocking way, so it is asked for on a thread that
 * may block, once, and again after a failure; the client itself reconnects and multiplexes.
 */
final class SharedConnection {

    private final AtomicReference<@Nullable ReactiveRedisConnection> forgotten = new AtomicReference<>();
    private final Mono<ReactiveRedisConnection> connection;

    SharedConnection(ReactiveRedisConnectionFactory factory) {
        this.connection = Mono.fromCallable(factory::getReactiveConnection)
                .subscribeOn(Schedulers.boundedElastic())
                .cacheInvalidateIf(cached -> cached == forgotten.get());
    }

    Mono<ReactiveRedisConnection> get() {
        return connection;
    }

    /** Asks the factory again next time: it may have been restarted, and this connection closed for good. */
    void forget(ReactiveRedisConnection failed) {
        forgotten.set(failed);
    }
}
