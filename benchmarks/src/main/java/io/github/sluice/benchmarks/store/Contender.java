package io.github.sluice.benchmarks.store;

import io.github.sluice.benchmarks.redis.CommandUse;
import io.github.sluice.benchmarks.redis.ServerUse;

/** One way to decide, over a connection of its own. */
interface Contender extends AutoCloseable {

    /** As the tables call it. */
    String name();

    /**
     * Builds in advance what need not be built for each request.
     *
     * @param workload who asks, under which limit
     * @return what decides their requests
     */
    Decider under(Workload workload);

    /**
     * The commands that the client sent, each with all that it led to in the server: a script's time holds that of the
     * commands in it, which are therefore not counted again.
     *
     * @param use what the server did, for this contender only
     * @return calls and microseconds
     */
    default CommandUse calls(ServerUse use) {
        return use.scripts();
    }

    @Override
    void close();
}
