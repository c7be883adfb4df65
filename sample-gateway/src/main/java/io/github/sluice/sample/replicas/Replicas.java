package io.github.sluice.sample.replicas;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Shows why a limit of several gateways needs a store that they share: starts three with a limit of 100 requests a second for
 * all callers together, asks each for 150 a second, and prints how many got through; first with buckets in each gateway's memory,
 * then in one Redis.
 */
public final class Replicas {

    /** The word that starts this in place of the gateway. */
    public static final String COMMAND = "replicas";

    private static final int GATEWAYS = 3;
    private static final int SECONDS = 5;
    private static final int PER_SECOND = 100;
    private static final int ASKED_PER_SECOND = 150;

    private Replicas() {}

    /**
     * Starts, asks, prints and stops.
     *
     * @param redisPort the port of a Redis on the loopback address
     * @throws IOException if a process cannot be started
     */
    public static void run(int redisPort) throws IOException {
        System.out.printf(
                "%d gateways, a limit of %d requests a second, each asked for %d a second, for %d s:%n%n",
                GATEWAYS, PER_SECOND, ASKED_PER_SECOND, SECONDS);
        System.out.printf(
                "%-28s %10s %10s %10s %10s%n", "requests that got through", "first", "second", "third", "together");
        print("buckets in their memory", passed("--sluice.store=in-memory"));
        print("buckets in one Redis", passed("--sluice.store=redis", "--spring.data.redis.port=" + redisPort));
        System.out.printf("%nThe limit allows %d in all, and %d at once.%n", PER_SECOND * SECONDS, PER_SECOND);
    }

    private static void print(String store, List<Integer> passed) {
        System.out.printf(
                "%-28s %10d %10d %10d %10d%n",
                store,
                passed.get(0),
                passed.get(1),
                passed.get(2),
                passed.stream().mapToInt(Integer::intValue).sum());
    }

    private static List<Integer> passed(String... arguments) throws IOException {
        List<Replica> replicas = new ArrayList<>();
        try {
            for (int i = 0; i < GATEWAYS; i++) {
                replicas.add(Replica.start(PER_SECOND, arguments));
            }
            replicas.forEach(Replica::awaitReady);
            List<Asking> asked = IntStream.range(0, GATEWAYS)
                    .mapToObj(i -> Asking.start(replicas.get(i).uri(), ASKED_PER_SECOND, SECONDS))
                    .toList();
            return asked.stream().map(Asking::passed).toList();
        } finally {
            replicas.forEach(Replica::close);
        }
    }
}
