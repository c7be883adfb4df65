package io.github.sluice.benchmarks.redis;

/** Processes of Redis that belong together, to be closed. */
public interface RedisServers extends AutoCloseable {

    /** As clients find them. */
    RedisAddress address();

    @Override
    void close();
}
