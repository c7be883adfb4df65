package io.github.sluice.benchmarks.store;

import io.github.sluice.benchmarks.redis.RedisAddress;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.Scale;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Our script by its digest, with arguments built in advance and nothing around it: what a store of one call can reach. */
final class BareScriptContender implements Contender {

    private static final String SCRIPT = "/io/github/sluice/store/token_bucket.lua";

    private final LettuceConnectionFactory factory;
    private final ReactiveRedisConnection connection;
    private final String digest;

    BareScriptContender(RedisAddress redis) {
        factory = redis.connectionFactory();
        connection = factory.getReactiveConnection();
        digest = Objects.requireNonNull(
                connection.scriptingCommands().scriptLoad(script()).block());
    }

    private static ByteBuffer script() {
        try (InputStream resource = BareScriptContender.class.getResourceAsStream(SCRIPT)) {
            return ByteBuffer.wrap(Objects.requireNonNull(resource, SCRIPT).readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public String name() {
        return "bare EVALSHA";
    }

    @Override
    public Decider under(Workload workload) {
        Limit limit = workload.limit();
        ByteBuffer policy = policy(limit);
        ByteBuffer cost = utf8(Long.toString(workload.cost()));
        ByteBuffer[][] keysAndArguments = workload.ids().stream()
                .map(id -> new ByteBuffer[] {utf8("sluice:" + id), policy, cost})
                .toArray(ByteBuffer[][]::new);
        return caller -> connection
                .scriptingCommands()
                .<List<Long>>evalSha(digest, ReturnType.MULTI, 1, keysAndArguments[caller])
                .next()
                .map(reply -> reply.get(0) == 1 ? Answer.ALLOWED : Answer.DENIED);
    }

    /** As the script unpacks it. */
    private static ByteBuffer policy(Limit limit) {
        Scale scale = Policy.of(limit).scale(0);
        byte[] name = limit.name().getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(4 * Double.BYTES + 1 + name.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble((double) scale.capacity())
                .putDouble((double) scale.unitsPerToken())
                .putDouble((double) scale.unitsPerTick())
                .putDouble((double) scale.tickMicros())
                .put((byte) name.length)
                .put(name)
                .flip();
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        factory.destroy();
    }
}
