package io.github.sluice.benchmarks.store;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.AsyncBucketProxy;
import io.github.bucket4j.distributed.proxy.RemoteAsyncBucketBuilder;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.github.sluice.benchmarks.redis.CommandUse;
import io.github.sluice.benchmarks.redis.RedisAddress;
import io.github.sluice.benchmarks.redis.ServerUse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Mono;

/** Bucket4j with one proxy for each bucket, made in advance. */
final class Bucket4jContender implements Contender {

    private final String name;
    private final Bucket4jConnection connection;
    private final UnaryOperator<RemoteAsyncBucketBuilder<String>> optimization;

    private Bucket4jContender(
            String name, RedisAddress redis, UnaryOperator<RemoteAsyncBucketBuilder<String>> optimization) {
        this.name = name;
        this.connection = new Bucket4jConnection(redis);
        this.optimization = optimization;
    }

    static Bucket4jContender plain(RedisAddress redis) {
        return new Bucket4jContender("Bucket4j", redis, builder -> builder);
    }

    static Bucket4jContender batching(RedisAddress redis) {
        return new Bucket4jContender(
                "Bucket4j, batching", redis, builder -> builder.withOptimization(Optimizations.batching()));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Decider under(Workload workload) {
        BucketConfiguration configuration = BucketConfiguration.builder()
                .addLimit(limit -> limit.capacity(workload.capacity())
                        .refillGreedy(workload.tokensPerSecond(), Duration.ofSeconds(1)))
                .build();
        AsyncBucketProxy[] proxies = workload.ids().stream()
                .map(id -> optimization
                        .apply(connection.buckets().builder())
                        .build(id, () -> CompletableFuture.completedFuture(configuration)))
                .toArray(AsyncBucketProxy[]::new);
        return caller -> Mono.fromFuture(proxies[caller].tryConsumeAndReturnRemaining(workload.cost()))
                .map(probe -> probe.isConsumed() ? Answer.ALLOWED : Answer.DENIED);
    }

    @Override
    public CommandUse calls(ServerUse use) {
        return Bucket4jConnection.calls(use);
    }

    @Override
    public void close() {
        connection.close();
    }
}
