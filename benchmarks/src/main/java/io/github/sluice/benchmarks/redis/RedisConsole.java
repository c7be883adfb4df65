package io.github.sluice.benchmarks.redis;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.List;

/** Looks at servers, and empties them, over connections that take no part in what is measured. */
public final class RedisConsole implements AutoCloseable {

    private final RedisClient client = RedisClient.create();
    private final List<StatefulRedisConnection<String, String>> connections = new ArrayList<>();

    /**
     * Connects.
     *
     * @param address the servers
     */
    public RedisConsole(RedisAddress address) {
        for (String uri : address.uris()) {
            connections.add(client.connect(RedisURI.create(uri)));
        }
    }

    /** One for each server, in the order of the address. */
    public List<RedisCommands<String, String>> servers() {
        return connections.stream().map(StatefulRedisConnection::sync).toList();
    }

    /** What all servers have done since they were started. */
    public ServerUse use() {
        return servers().stream()
                .map(server -> ServerUse.parse(server.info("all")))
                .reduce(ServerUse.NONE, ServerUse::plus);
    }

    /** Removes all keys, at once, and no script. */
    public void empty() {
        servers().forEach(RedisCommands::flushall);
    }

    /** The keys of all servers. */
    public long keys() {
        return servers().stream().mapToLong(RedisCommands::dbsize).sum();
    }

    /** The bytes that all servers hold. */
    public long usedBytes() {
        return servers().stream()
                .mapToLong(server -> Long.parseLong(fact(server, "memory", "used_memory")))
                .sum();
    }

    /** The version of the first server. */
    public String version() {
        return fact(servers().get(0), "server", "redis_version");
    }

    /**
     * Some keys of the first server, whichever come first.
     *
     * @param count how many, about
     * @return the keys
     */
    public List<String> someKeys(int count) {
        KeyScanCursor<String> cursor = servers().get(0).scan(new ScanArgs().limit(count));
        return cursor.getKeys();
    }

    private static String fact(RedisCommands<String, String> server, String section, String name) {
        return server.info(section)
                .lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
