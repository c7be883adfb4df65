package io.github.sluice.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.LimitState;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.Scale;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
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
    private static final ByteBuffer ONE = ascii("1");

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
        ByteBuffer[] keysAndArguments = keysAndArguments(bucket, policy, charges);
        Flux<Object> reply = redis.scriptingCommands().evalSha(script.sha1(), ReturnType.MULTI, 1, keysAndArguments);
        // EVAL also loads the script for the calls after it; the request that finds it missing just goes on.
        return reply.onErrorResume(
                        RedisBucketStore::isScriptMissing,
                        error -> redis.scriptingCommands().eval(script.body(), ReturnType.MULTI, 1, keysAndArguments))
                .collectList()
                .map(parts -> read(parts, policy, charges));
    }

    private ByteBuffer[] keysAndArguments(BucketId bucket, Policy policy, List<Charge> charges) {
        ByteBuffer[] all = new ByteBuffer[2 + charges.size()];
        all[0] = ByteBuffer.wrap((keyPrefix + bucket.value()).getBytes(StandardCharsets.UTF_8));
        all[1] = policies.get(policy, RedisBucketStore::packed).duplicate();
        for (int i = 0; i < charges.size(); i++) {
            all[2 + i] = row(policy, charges.get(i));
        }
        return all;
    }

    private static ByteBuffer row(Policy policy, Charge charge) {
        if (!charge.settles()) {
            return charge.cost() == 1 ? ONE.duplicate() : ascii(Long.toString(charge.cost()));
        }
        StringBuilder row = new StringBuilder("s").append(charge.tokens());
        for (int i = 0; i < policy.limits().size(); i++) {
            row.append(':').append(policy.scale(i).mostDebt());
        }
        return ascii(row.toString());
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

    private static List<Decision> read(List<?> parts, Policy policy, List<Charge> charges) {
        List<?> reply = parts.size() == 1 && parts.get(0) instanceof List<?> all ? all : parts;
        int limits = policy.limits().size();
        if (reply.size() != charges.size() * (1 + 2 * limits)) {
            throw new IllegalStateException("the script answered " + reply.size() + " numbers for " + charges.size()
                    + " charges under " + limits + " limits");
        }
        Decision[] decisions = new Decision[charges.size()];
        Iterator<?> numbers = reply.iterator();
        for (int i = 0; i < decisions.length; i++) {
            boolean allowed = next(numbers) == 1;
            LimitState[] states = new LimitState[limits];
            for (int j = 0; j < limits; j++) {
                states[j] = new LimitState(policy.limits().get(j), policy.scale(j), next(numbers), next(numbers));
            }
            decisions[i] = new Decision(allowed, charges.get(i).cost(), List.of(states), DecisionSource.REDIS);
        }
        return List.of(decisions);
    }

    private static long next(Iterator<?> numbers) {
        return (Long) numbers.next();
    }

    private static boolean isScriptMissing(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null && cause.getMessage().startsWith("NOSCRIPT")) {
                return true;
            }
        }
        return false;
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }
}
