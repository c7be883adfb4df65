package io.github.sluice.benchmarks.store;

import io.github.sluice.benchmarks.redis.RedisCluster;
import io.github.sluice.benchmarks.redis.RedisProcess;
import io.github.sluice.benchmarks.redis.RedisServers;
import java.util.List;
import java.util.function.Supplier;

/**
 * One step of what grows, the rest staying as it was.
 *
 * @param name how large it is
 * @param gateways the number of processes that ask
 * @param servers starts the Redis that they ask
 * @param callers the number of keys
 */
record GrowthCase(String name, int gateways, Supplier<RedisServers> servers, int callers) {

    private static final Supplier<RedisServers> ALONE = RedisProcess::start;
    private static final int CALLERS = 10_000;

    static final List<GrowthCase> ALL = List.of(
            new GrowthCase("1 gateway", 1, ALONE, CALLERS),
            new GrowthCase("2 gateways", 2, ALONE, CALLERS),
            new GrowthCase("3 gateways", 3, ALONE, CALLERS),
            new GrowthCase("1 gateway, one key", 1, ALONE, 1),
            new GrowthCase("2 gateways, one key", 2, ALONE, 1),
            new GrowthCase("3 gateways, one key", 3, ALONE, 1),
            new GrowthCase("cluster of 1", 1, () -> RedisCluster.start(1), CALLERS),
            new GrowthCase("cluster of 3", 1, () -> RedisCluster.start(3), CALLERS),
            new GrowthCase("1 key", 1, ALONE, 1),
            new GrowthCase("100 keys", 1, ALONE, 100),
            new GrowthCase("10,000 keys", 1, ALONE, 10_000),
            new GrowthCase("100,000 keys", 1, ALONE, 100_000));
}
