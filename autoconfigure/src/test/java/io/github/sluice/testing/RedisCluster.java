package io.github.sluice.testing;

import static java.util.stream.Collectors.joining;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/** A Redis Cluster of three masters with a replica each, made without the tool that comes with Redis. */
public final class RedisCluster implements AutoCloseable {

    private static final int MASTERS = 3;
    private static final int NODES = 2 * MASTERS;
    private static final int SLOTS = 16_384;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final List<String> SETTINGS =
            List.of("cluster-enabled yes", "cluster-config-file nodes.conf", "cluster-node-timeout 2000");

    private final List<FaultyRedis> nodes =
            Stream.generate(() -> new FaultyRedis(SETTINGS)).limit(NODES).toList();

    private RedisCluster() {}

    /** Returns when every node thinks that all is well. */
    public static RedisCluster running() {
        RedisCluster cluster = new RedisCluster();
        try {
            cluster.nodes.forEach(FaultyRedis::start);
            cluster.form();
            await().atMost(PATIENCE).until(() -> cluster.nodes.stream().allMatch(RedisCluster::isReady));
            return cluster;
        } catch (ConditionTimeoutException e) {
            String output = cluster.nodes.stream().map(FaultyRedis::output).collect(joining("\n"));
            cluster.close();
            throw new IllegalStateException("The cluster is not ready after " + PATIENCE + ":\n" + output, e);
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void form() {
        for (int i = 0; i < NODES; i++) {
            FaultyRedis node = nodes.get(i);
            // Nodes that meet with equal epochs would first have to settle which of them is right.
            node.command("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
            if (i < MASTERS) {
                String first = Integer.toString(SLOTS * i / MASTERS);
                String last = Integer.toString(SLOTS * (i + 1) / MASTERS - 1);
                node.command("CLUSTER", "ADDSLOTSRANGE", first, last);
            }
            // All of them, not a first one only, since hearsay takes seconds.
            nodes.subList(0, i)
                    .forEach(other -> node.command("CLUSTER", "MEET", other.host(), Integer.toString(other.port())));
        }
        IntStream.range(0, MASTERS).forEach(i -> replicate(nodes.get(i), nodes.get(MASTERS + i)));
    }

    // A node refuses a master that it has not shaken hands with yet.
    private static void replicate(FaultyRedis master, FaultyRedis replica) {
        String id = master.command("CLUSTER", "MYID");
        await().atMost(PATIENCE)
                .ignoreException(IllegalStateException.class)
                .until(() -> replica.command("CLUSTER", "REPLICATE", id).equals("OK"));
    }

    private static boolean isReady(FaultyRedis node) {
        List<Line> lines = view(node).toList();
        String info = node.command("CLUSTER", "INFO");
        return info.contains("cluster_state:ok")
                && info.contains("cluster_slots_ok:" + SLOTS)
                && lines.size() == NODES
                && lines.stream().filter(line -> line.is("slave")).count() == NODES - MASTERS
                && lines.stream().allMatch(line -> line.linkState().equals("connected"))
                && (isMaster(node) || node.command("INFO", "replication").contains("master_link_status:up"));
    }

    private static boolean isMaster(FaultyRedis node) {
        return node.command("ROLE").startsWith("master");
    }

    /** {@code host:port,host:port,..}, as {@code spring.data.redis.cluster.nodes} takes it. */
    public String nodes() {
        return nodes.stream().map(FaultyRedis::address).collect(joining(","));
    }

    /** Whom the cluster takes for the master of a key: after a kill the dead one, until its replica follows. */
    public FaultyRedis masterOf(String key) {
        int slot = Integer.parseInt(responding().findFirst().orElseThrow().command("CLUSTER", "KEYSLOT", key));
        // Who was away has an old view, and the owner with the highest epoch is the latest.
        int port = responding()
                .flatMap(RedisCluster::view)
                .filter(line -> line.owns(slot))
                .max(Comparator.comparingLong(Line::epoch))
                .orElseThrow()
                .port();
        return nodes.stream().filter(node -> node.port() == port).findFirst().orElseThrow();
    }

    /** Kills the master of a key at once, and returns it. */
    public FaultyRedis killMasterOf(String key) {
        FaultyRedis master = masterOf(key);
        master.kill();
        return master;
    }

    /** The number of keys by {@code host:port} of each master that responds. */
    public Map<String, Integer> keysPerMaster() {
        Map<String, Integer> keys = new TreeMap<>();
        responding()
                .filter(RedisCluster::isMaster)
                .forEach(node -> keys.put(node.address(), Integer.parseInt(node.command("DBSIZE"))));
        return keys;
    }

    private Stream<FaultyRedis> responding() {
        return nodes.stream().filter(FaultyRedis::responds);
    }

    private static Stream<Line> view(FaultyRedis node) {
        return node.command("CLUSTER", "NODES").lines().map(line -> new Line(List.of(line.split(" "))));
    }

    @Override
    public void close() {
        nodes.forEach(FaultyRedis::close);
    }

    /**
     * {@code <id> <ip:port@bus> <flags> <master> <ping> <pong> <epoch> <link-state> <slots>..}; slots on the move are in
     * brackets.
     */
    private record Line(List<String> fields) {

        boolean is(String flag) {
            return List.of(fields.get(2).split(",")).contains(flag);
        }

        int port() {
            String address = fields.get(1);
            return Integer.parseInt(address.substring(address.indexOf(':') + 1, address.indexOf('@')));
        }

        long epoch() {
            return Long.parseLong(fields.get(6));
        }

        String linkState() {
            return fields.get(7);
        }

        boolean owns(int slot) {
            return fields.stream()
                    .skip(8)
                    .filter(range -> !range.startsWith("["))
                    .anyMatch(range -> {
                        String[] ends = range.split("-");
                        return Integer.parseInt(ends[0]) <= slot && slot <= Integer.parseInt(ends[ends.length - 1]);
                    });
        }
    }
}
