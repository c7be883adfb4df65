package io.github.sluice.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.Scale;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
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
    private final Cache<Policy, ByteBuffer> policies =
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
    public Mono<List<Decision>> decide(BucketId bucket, Policy policy, List<Charge> charges) {
        return connection
                .get()
                .flatMap(
                        redis -> evaluate(redis, bucket, policy, charges).doOnError(error -> connection.forget(redis)));
    }

    private Mono<List<Decision>> evaluate(
            ReactiveRedisConnection redis, BucketId bucket, Policy policy, List<Charge> charges) {
        List<ScriptRun> runs = ScriptRun.of(charges);
        ByteBuffer[] keysAndArguments = keysAndArguments(bucket, policy, runs);
        Flux<Object> reply = redis.scriptingCommands().evalSha(script.sha1(), ReturnType.MULTI, 1, keysAndArguments);
        // EVAL also loads the script for the calls after it; the request that finds it missing just goes on.
        return reply.onErrorResume(
                        RedisBucketStore::isScriptMissing,
                        error -> redis.scriptingCommands().eval(script.body(), ReturnType.MULTI, 1, keysAndArguments))
                .collectList()
                .map(parts -> read(parts, policy, runs, charges.size()));
    }

    private ByteBuffer[] keysAndArguments(BucketId bucket, Policy policy, List<ScriptRun> runs) {
        ByteBuffer[] all = new ByteBuffer[2 + runs.size()];
        all[0] = ByteBuffer.wrap((keyPrefix + bucket.value()).getBytes(StandardCharsets.UTF_8));
        all[1] = policies.get(policy, RedisBucketStore::packed).duplicate();
        for (int i = 0; i < runs.size(); i++) {
            all[2 + i] = ByteBuffer.wrap(runs.get(i).argument(policy).getBytes(StandardCharsets.US_ASCII));
        }
        return all;
    }

    /** What the script unpacks: doubles, the least significant byte first. */
    private static ByteBuffer packed(Policy policy) {
        int size = policy.limits().stream()
                .mapToInt(limit -> 4 * Double.BYTES + 1 + limit.name().length())
                .sum();
        ByteBuffer packed = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < policy.limits().size(); i++) {
            Scale scale = policy.scale(i);
            packed.putDouble((double) scale.capacity()).putDouble((double) scale.unitsPerToken());
            packed.putDouble((double) scale.unitsPerTick()).putDouble((double) scale.tickMicros());
            byte[] name = policy.limits().get(i).name().getBytes(StandardCharsets.US_ASCII);
            packed.put((byte) name.length).put(name);
        }
        return packed.flip().asReadOnlyBuffer();
    }

    private static List<Decision> read(List<?> parts, Policy policy, List<ScriptRun> runs, int charges) {
        List<?> reply = parts.size() == 1 && parts.get(0) instanceof List<?> all ? all : parts;
        int limits = policy.limits().size();
        if (reply.size() != runs.size() * (1 + 2 * limits)) {
            throw new IllegalStateException("the script answered " + reply.size() + " numbers for " + runs.size()
                    + " arguments under " + limits + " limits");
        }
        List<Decision> decisions = new ArrayList<>(charges);
        Iterator<?> numbers = reply.iterator();
        for (ScriptRun run : runs) {
            run.read(numbers, policy, decisions);
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
}
