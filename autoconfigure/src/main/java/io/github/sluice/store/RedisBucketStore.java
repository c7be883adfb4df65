package io.github.sluice.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.LimitState;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.Scale;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Keeps buckets in Redis, one key each, so that all gateways share them: one script call decides a batch by the clock of
 * Redis, and sets the time to live in the same call. Decisions arrive on a thread of the Redis client.
 *
 * <p>Not part of the API.
 */
public final class RedisBucketStore implements BucketStore {

    private static final int POLICIES = 10_000;

    private final SharedConnection connection;
    private final RedisScriptText script;
    private final String keyPrefix;
    private final Cache<Policy, List<ByteBuffer>> arguments =
            Caffeine.newBuilder().maximumSize(POLICIES).build();

    /**
     * A store over a connection factory. Connects with the first decision, not before.
     *
     * @param connectionFactory gives the connection, which is kept and shared
     * @param keyPrefix what the keys in Redis begin with, without braces
     */
    public RedisBucketStore(ReactiveRedisConnectionFactory connectionFactory, String keyPrefix) {
        this(connectionFactory, keyPrefix, RedisScriptText.ofResource("token_bucket.lua"));
    }

    RedisBucketStore(ReactiveRedisConnectionFactory connectionFactory, String keyPrefix, RedisScriptText script) {
        this.connection = new SharedConnection(connectionFactory);
        this.keyPrefix = keyPrefix;
        this.script = script;
    }

    @Override
    public Mono<List<Decision>> decide(BucketId bucket, Policy policy, List<Long> costs) {
        return connection
                .get()
                .flatMap(redis -> evaluate(redis, keysAndArguments(bucket, policy, costs))
                        .map(reply -> read(reply, policy, costs))
                        .doOnError(error -> connection.forget(redis)));
    }

    private Mono<List<Long>> evaluate(ReactiveRedisConnection redis, ByteBuffer[] keysAndArguments) {
        Flux<Object> reply = redis.scriptingCommands().evalSha(script.sha1(), ReturnType.MULTI, 1, keysAndArguments);
        // EVAL also loads the script for the calls after it; the request that finds it missing just goes on.
        return reply.onErrorResume(
                        RedisBucketStore::isScriptMissing,
                        error -> redis.scriptingCommands().eval(script.body(), ReturnType.MULTI, 1, keysAndArguments))
                .concatMapIterable(part -> part instanceof List<?> list ? list : List.of(part))
                .cast(Long.class)
                .collectList();
    }

    private ByteBuffer[] keysAndArguments(BucketId bucket, Policy policy, List<Long> costs) {
        List<ByteBuffer> limits = arguments.get(policy, RedisBucketStore::limitArguments);
        ByteBuffer[] all = new ByteBuffer[1 + limits.size() + costs.size()];
        int next = 0;
        all[next++] = utf8(keyPrefix + bucket.value());
        for (ByteBuffer argument : limits) {
            all[next++] = argument;
        }
        for (long cost : costs) {
            all[next++] = utf8(Long.toString(cost));
        }
        return all;
    }

    private static List<ByteBuffer> limitArguments(Policy policy) {
        List<ByteBuffer> arguments = new ArrayList<>();
        arguments.add(utf8(Integer.toString(policy.limits().size())));
        for (int i = 0; i < policy.limits().size(); i++) {
            Limit limit = policy.limits().get(i);
            Scale scale = policy.scale(i);
            arguments.add(utf8(limit.name()));
            arguments.add(utf8(Long.toString(scale.capacity())));
            arguments.add(utf8(Long.toString(scale.unitsPerToken())));
            arguments.add(utf8(Long.toString(scale.unitsPerTick())));
            arguments.add(utf8(Long.toString(scale.tickMicros())));
        }
        return arguments;
    }

    private static List<Decision> read(List<Long> reply, Policy policy, List<Long> costs) {
        int limits = policy.limits().size();
        if (reply.size() != costs.size() * (1 + 2 * limits)) {
            throw new IllegalStateException("the script answered " + reply.size() + " numbers for " + costs.size()
                    + " costs under " + limits + " limits");
        }
        List<Decision> decisions = new ArrayList<>(costs.size());
        int next = 0;
        for (long cost : costs) {
            boolean allowed = reply.get(next++) == 1;
            List<LimitState> states = new ArrayList<>(limits);
            for (int i = 0; i < limits; i++) {
                states.add(
                        new LimitState(policy.limits().get(i), policy.scale(i), reply.get(next++), reply.get(next++)));
            }
            decisions.add(new Decision(allowed, cost, states, DecisionSource.REDIS));
        }
        return decisions;
    }

    private static boolean isScriptMissing(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null && cause.getMessage().startsWith("NOSCRIPT")) {
                return true;
            }
        }
        return false;
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)).asReadOnlyBuffer();
    }
}
