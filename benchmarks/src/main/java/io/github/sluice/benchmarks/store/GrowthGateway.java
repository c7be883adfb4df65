package io.github.sluice.benchmarks.store;

import io.github.sluice.benchmarks.redis.RedisAddress;
import io.github.sluice.benchmarks.redis.ServerUse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A process that asks one store: for each line that it reads it measures once and answers with a line. */
public final class GrowthGateway {

    /** Of all gateways together. */
    static final int IN_FLIGHT = 64;

    static final String OURS = "Sluice";
    static final String THEIRS = "RedisRateLimiter";

    /** The compiler's turn, which takes as much longer as there are others with theirs. */
    private static final Duration FIRST = Duration.ofSeconds(8);

    private GrowthGateway() {}

    /**
     * Asks until standard input ends.
     *
     * @param arguments the address of Redis, the store, the number of callers, and that of gateways
     * @throws IOException if the other side is gone
     */
    public static void main(String[] arguments) throws IOException {
        Pace pace = Pace.ofSystemProperties();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Contender contender = contender(arguments[1], RedisAddress.parse(arguments[0]))) {
            Workload workload = Workload.allowed("growth", Integer.parseInt(arguments[2]));
            int gateways = Integer.parseInt(arguments[3]);
            ClosedLoop loop = new ClosedLoop(contender, workload, IN_FLIGHT / gateways, () -> ServerUse.NONE);
            loop.run(new Pace(1, FIRST.multipliedBy(gateways), Duration.ZERO));
            System.out.println(GatewayReport.READY);
            while (lines.readLine() != null) {
                System.out.println(GatewayReport.of(loop.run(pace)).line());
            }
        }
    }

    private static Contender contender(String store, RedisAddress redis) {
        return store.equals(OURS) ? SluiceContender.asShipped(redis) : new RedisRateLimiterContender(redis);
    }
}
