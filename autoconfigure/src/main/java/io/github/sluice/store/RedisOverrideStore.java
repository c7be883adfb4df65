package io.github.sluice.store;

import io.github.sluice.bucket.BucketId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.connection.SubscriptionListener;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Keeps what operators have said in one hash in Redis, a field for each caller, and tells by a channel of the same name. The
 * clock is that of Redis. The hash lives as long as what ends last in it.
 *
 * <p>Not part of the API.
 */
public final class RedisOverrideStore implements OverrideStore {

    private static final String NAME = "overrides";

    private static final RedisScriptText READ = RedisScriptText.ofResource("overrides_read.lua");
    private static final RedisScriptText PUT = RedisScriptText.ofResource("overrides_put.lua");

    private final SharedConnection connection;
    private final ByteBuffer key;
    private final int most;

    /**
     * A store over a connection factory. Connects when it is first used.
     *
     * @param connectionFactory gives the connection, which is kept, and another one to listen
     * @param keyPrefix what the key in Redis begins with, without braces
     */
    public RedisOverrideStore(ReactiveRedisConnectionFactory connectionFactory, String keyPrefix) {
        this(connectionFactory, keyPrefix, MOST);
    }

    RedisOverrideStore(ReactiveRedisConnectionFactory connectionFactory, String keyPrefix, int most) {
        this.most = most;
        this.connection = new SharedConnection(connectionFactory);
        this.key = bytes(keyPrefix + NAME).asReadOnlyBuffer();
    }

    @Override
    public Mono<Map<BucketId, Entry>> read() {
        return evaluate(READ, key.duplicate()).map(reply -> {
            Map<BucketId, Entry> all = new HashMap<>();
            for (int i = 0; i + 2 < reply.size(); i += 3) {
                all.put(new BucketId(text(reply.get(i))), new Entry(text(reply.get(i + 1)), Duration.ofMillis((Long)
                        reply.get(i + 2))));
            }
            return all;
        });
    }

    @Override
    public Mono<Boolean> put(BucketId caller, String text, Duration lasts) {
        return evaluate(
                        PUT,
                        key.duplicate(),
                        bytes(caller.value()),
                        bytes(text),
                        bytes(String.valueOf(Math.max(1, lasts.toMillis()))),
                        bytes(String.valueOf(most)))
                .map(reply -> reply.equals(List.of(1L)));
    }

    @Override
    public Mono<Boolean> remove(BucketId caller) {
        return withConnection(redis -> redis.hashCommands().hDel(key.duplicate(), bytes(caller.value())));
    }

    @Override
    public Mono<Void> tell(BucketId bucket) {
        return withConnection(redis -> redis.pubSubCommands().publish(key.duplicate(), bytes(bucket.value())))
                .then();
    }

    @Override
    public Flux<BucketId> told() {
        return Flux.usingWhen(
                withConnection(redis ->
                        redis.pubSubCommands().createSubscription(SubscriptionListener.NO_OP_SUBSCRIPTION_LISTENER)),
                subscription -> subscription
                        .subscribe(key.duplicate())
                        .thenMany(subscription.receive())
                        .map(message -> new BucketId(text(message.getMessage()))),
                // The connection may be gone by then, and the subscription with it.
                subscription -> subscription.cancel().onErrorComplete());
    }

    private Mono<List<Object>> evaluate(RedisScriptText script, ByteBuffer... keyAndArguments) {
        return withConnection(redis -> redis.scriptingCommands()
                .eval(script.body(), ReturnType.MULTI, 1, keyAndArguments)
                .collectList()
                .map(RedisOverrideStore::flat));
    }

    private <T> Mono<T> withConnection(java.util.function.Function<ReactiveRedisConnection, Mono<T>> use) {
        return connection.get().flatMap(redis -> use.apply(redis).doOnError(failure -> connection.forget(redis)));
    }

    @SuppressWarnings("unchecked")
    private static List<Object> flat(List<Object> parts) {
        return parts.size() == 1 && parts.get(0) instanceof List<?> all ? (List<Object>) all : parts;
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Object bytes) {
        return StandardCharsets.UTF_8.decode(((ByteBuffer) bytes).duplicate()).toString();
    }
}
