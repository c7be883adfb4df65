package io.github.sluice.benchmarks.store;

import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.AsyncProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.github.sluice.benchmarks.redis.CommandUse;
import io.github.sluice.benchmarks.redis.RedisAddress;
import io.github.sluice.benchmarks.redis.ServerUse;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;

/** Bucket4j's buckets in Redis over Lettuce, which expire some time after they are full. */
final class Bucket4jConnection implements AutoCloseable {

    private static final Duration KEPT_WHEN_FULL = Duration.ofSeconds(10);

    private final RedisClient client;
    private final AsyncProxyManager<String> buckets;

    Bucket4jConnection(RedisAddress redis) {
        client = RedisClient.create(redis.uris().get(0));
        buckets = Bucket4jLettuce.casBasedBuilder(
                        client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)))
                .expirationAfterWrite(ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(KEPT_WHEN_FULL))
                .build()
                .asAsync();
    }

    AsyncProxyManager<String> buckets() {
        return buckets;
    }

    /**
     * Each attempt is a GET, and a script that compares and swaps. The script that makes a bucket calls SET, the one that
     * changes it calls GET, which is not the client's.
     */
    static CommandUse calls(ServerUse use) {
        CommandUse scripts = use.of("eval");
        double getsInScripts = scripts.calls() - use.of("set").calls();
        CommandUse gets = use.of("get");
        return scripts.plus(gets.ofCalls(gets.calls() - getsInScripts));
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
