package io.github.sluice.benchmarks.redis;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.List;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Where a Redis is, on the loopback interface.
 *
 * @param topology how its servers belong together
 * @param ports of its servers
 */
public record RedisAddress(Topology topology, List<Integer> ports) {

    private static final String HOST = "127.0.0.1";

    /** How servers belong together. */
    public enum Topology {

        /** One server. */
        ALONE,

        /** A Redis Cluster. */
        CLUSTER
    }

    public RedisAddress {
        ports = List.copyOf(ports);
    }

    /**
     * Reads what {@link #toString()} writes.
     *
     * @param text such as {@code CLUSTER:7000,7001}
     * @return the address
     */
    public static RedisAddress parse(String text) {
        int colon = text.indexOf(':');
        return new RedisAddress(
                Topology.valueOf(text.substring(0, colon)),
                Arrays.stream(text.substring(colon + 1).split(","))
                        .map(Integer::valueOf)
                        .toList());
    }

    /** A connection factory as Spring Boot would make it, with a client of its own, started. */
    public LettuceConnectionFactory connectionFactory() {
        RedisConfiguration configuration = switch (topology) {
            case ALONE -> new RedisStandaloneConfiguration(HOST, ports.get(0));
            case CLUSTER ->
                new RedisClusterConfiguration(
                        ports.stream().map(port -> HOST + ":" + port).toList());
        };
        LettuceConnectionFactory factory = new LettuceConnectionFactory(configuration);
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }

    /** The addresses of the servers for the client alone. */
    public List<String> uris() {
        return ports.stream().map(port -> "redis://" + HOST + ":" + port).toList();
    }

    @Override
    public String toString() {
        return topology + ":" + ports.stream().map(String::valueOf).collect(joining(","));
    }
}
