package io.github.sluice.benchmarks.redis;

import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** A Redis Cluster of masters without replicas, each of them a process. */
public final class RedisCluster implements RedisServers {

    private static final int SLOTS = 16_384;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<RedisProcess> masters = new ArrayList<>();

    private RedisCluster() {}

    /**
     * Starts a cluster and returns when every master thinks that all is well.
     *
     * @param shards the number of masters
     * @return the cluster, to be closed
     */
    public static RedisCluster start(int shards) {
        RedisCluster cluster = new RedisCluster();
        try {
            for (int i = 0; i < shards; i++) {
                cluster.masters.add(RedisProcess.start("cluster-enabled yes", "cluster-config-file nodes.conf"));
            }
            cluster.form();
            return cluster;
        } catch (RuntimeException failure) {
            cluster.close();
            throw failure;
        }
    }

    private void form() {
        try (RedisConsole console = new RedisConsole(address())) {
            List<RedisCommands<String, String>> servers = console.servers();
            int count = servers.size();
            for (int i = 0; i < count; i++) {
                servers.get(i)
                        .clusterAddSlots(IntStream.range(SLOTS * i / count, SLOTS * (i + 1) / count)
                                .toArray());
                for (int other = 0; other < i; other++) {
                    servers.get(i).clusterMeet("127.0.0.1", masters.get(other).port());
                }
            }
            long startNanos = System.nanoTime();
            while (!servers.stream().allMatch(server -> isReady(server, count))) {
                if (System.nanoTime() - startNanos > PATIENCE.toNanos()) {
                    throw new IllegalStateException("the cluster is not ready after " + PATIENCE);
                }
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
        }
    }

    private static boolean isReady(RedisCommands<String, String> server, int count) {
        String info = server.clusterInfo();
        return info.contains("cluster_state:ok")
                && info.contains("cluster_slots_ok:" + SLOTS)
                && info.contains("cluster_known_nodes:" + count);
    }

    @Override
    public RedisAddress address() {
        return new RedisAddress(
                RedisAddress.Topology.CLUSTER,
                masters.stream().map(RedisProcess::port).toList());
    }

    @Override
    public void close() {
        masters.forEach(RedisProcess::close);
    }
}
