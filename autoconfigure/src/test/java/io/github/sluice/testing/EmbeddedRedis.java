package io.github.sluice.testing;

import redis.embedded.RedisServer;
import redis.embedded.ports.EphemeralPortProvider;

/** A Redis process on the loopback interface that keeps nothing and ends with the JVM. */
public final class EmbeddedRedis implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";

    private final int port;
    private final RedisServer server;

    private EmbeddedRedis(int port) {
        this.port = port;
        this.server = RedisServer.builder()
                .bind(LOOPBACK)
                .port(port)
                .setting("save \"\"")
                .setting("appendonly no")
                .build();
    }

    static EmbeddedRedis startOnFreePort() {
        EmbeddedRedis redis = new EmbeddedRedis(new EphemeralPortProvider().next());
        redis.start();
        return redis;
    }

    /** After {@link #stop()}: an empty Redis on the same port. */
    public void start() {
        server.start();
    }

    /** Ends the process, and with it every connection; does nothing when it is stopped already. */
    public void stop() {
        server.stop();
    }

    public String host() {
        return LOOPBACK;
    }

    public int port() {
        return port;
    }

    /** {@code redis://host:port}, as {@code spring.data.redis.url} takes it. */
    public String uri() {
        return "redis://%s:%d".formatted(LOOPBACK, port);
    }

    @Override
    public void close() {
        stop();
    }
}
