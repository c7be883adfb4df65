package io.github.sluice.sample.replicas;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Shows why a limit of several gateways needs a store that they share: starts three with a limit of 100 requests a second for
 * all callers together, asks each for 150 a second, and prints how many got through; first with buckets in each gateway's memory,
 * then in one Redis. What it counts is the second time it asks: the first warms them.
 */
public final class Replicas {

    /** The word that starts this in place of the gateway. */
    public static final String COMMAND = "replicas";

    private static final int GATEWAYS = 3;
    private static final int SECONDS = 5;
    private static final int PER_SECOND = 100;
    private static final int ASKED_PER_SECOND = 150;
    private static final Duration UNTIL_FULL = Duration.ofMillis(1500);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private Replicas() {}

    /**
     * Starts, asks and prints. The gateways end with the process.
     *
     * @param application the gateway
     * @param redisPort the port of a Redis on the loopback address
     */
    public static void run(Class<?> application, int redisPort) {
        System.out.printf(
                "%d gateways, a limit of %d requests a second, each asked for %d a second, for %d s:%n%n",
                GATEWAYS, PER_SECOND, ASKED_PER_SECOND, SECONDS);
        System.out.printf(
                "%-28s %10s %10s %10s %10s %10s%n",
                "requests that got through", "first", "second", "third", "together", "allowed");
        String redis = "--spring.data.redis.port=" + redisPort;
        print("buckets in their memory", passed(application, List.of("--sluice.store=in-memory", redis)));
        print("buckets in one Redis", passed(application, List.of("--sluice.store=redis", redis)));
        System.out.printf(
                "%nAllowed are %d at once and %d a second, for as long as the answers took.%n", PER_SECOND, PER_SECOND);
    }

    private static void print(String store, Passed passed) {
        System.out.printf(
                "%-28s %10d %10d %10d %10d %10.0f%n",
                store,
                passed.each().get(0),
                passed.each().get(1),
                passed.each().get(2),
                passed.each().stream().mapToLong(Long::longValue).sum(),
                PER_SECOND + PER_SECOND * passed.seconds());
    }

    private static Passed passed(Class<?> application, List<String> arguments) {
        List<Replica> replicas = IntStream.range(0, GATEWAYS)
                .mapToObj(i -> Replica.start(application, PER_SECOND, arguments))
                .toList();
        // Cold gateways take seconds for their first requests, and buckets drip meanwhile.
        ask(replicas);
        Mono.delay(UNTIL_FULL).block();
        return ask(replicas);
    }

    private static Passed ask(List<Replica> replicas) {
        long startNanos = System.nanoTime();
        List<Long> each = Flux.fromIterable(replicas)
                .flatMapSequential(replica -> new Asking(replica.uri(), ASKED_PER_SECOND, SECONDS).passed())
                .collectList()
                .blockOptional(PATIENCE)
                .orElseThrow();
        return new Passed(each, (System.nanoTime() - startNanos) / 1e9);
    }

    /** How many got through each gateway, and how long that took. */
    private record Passed(List<Long> each, double seconds) {}
}
