package io.github.sluice.benchmarks.store;

import io.github.sluice.benchmarks.redis.RedisAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Several contenders over one Redis.
 *
 * @param all in the order in which they take turns
 */
record Contenders(List<Contender> all) implements AutoCloseable {

    @SafeVarargs
    static Contenders open(RedisAddress redis, Function<RedisAddress, ? extends Contender>... contenders) {
        Contenders opened = new Contenders(new ArrayList<>());
        try {
            for (Function<RedisAddress, ? extends Contender> contender : contenders) {
                opened.all.add(contender.apply(redis));
            }
            return opened;
        } catch (RuntimeException failure) {
            opened.close();
            throw failure;
        }
    }

    @Override
    public void close() {
        all.forEach(Contender::close);
    }
}
