package io.github.sluice.benchmarks.store;

import io.github.sluice.benchmarks.redis.RedisConsole;
import io.github.sluice.benchmarks.redis.RedisServers;
import io.github.sluice.benchmarks.redis.ServerUse;
import io.github.sluice.benchmarks.report.Machine;
import io.github.sluice.benchmarks.report.Report;
import java.util.ArrayList;
import java.util.List;

/** How the cost of a decision grows with gateways (a JVM each), with the shards of a cluster and with keys. */
public final class Growth {

    private static final String COMMAND = "mvn -q -pl benchmarks -am compile exec:exec@growth";

    private Growth() {}

    /**
     * Measures, prints and writes.
     *
     * @param arguments none
     * @throws InterruptedException if it is to end
     */
    public static void main(String[] arguments) throws InterruptedException {
        Pace pace = Pace.ofSystemProperties();
        GrowthTable table = new GrowthTable();
        String version = "";
        for (GrowthCase step : GrowthCase.ALL) {
            for (String store : List.of(GrowthGateway.OURS, GrowthGateway.THEIRS)) {
                try (RedisServers redis = step.servers().get();
                        RedisConsole console = new RedisConsole(redis.address())) {
                    version = console.version();
                    table.add(step, store, measure(step, store, redis, console, pace));
                }
                System.out.println(step.name() + ", " + store + " measured");
            }
        }
        Report report = new Report("growth", Machine.here(version, COMMAND));
        report.write(table.table(), table.speed(), List.of());
        report.write("server", table.serverTime());
        table.check();
    }

    private static List<GrowthSample> measure(
            GrowthCase step, String store, RedisServers redis, RedisConsole console, Pace pace)
            throws InterruptedException {
        List<GatewayProcess> gateways = new ArrayList<>();
        try {
            for (int i = 0; i < step.gateways(); i++) {
                gateways.add(GatewayProcess.start(redis.address(), store, step.callers(), step.gateways()));
            }
            gateways.forEach(GatewayProcess::awaitReady);
            List<GrowthSample> samples = new ArrayList<>();
            for (int round = 0; round < pace.rounds(); round++) {
                samples.add(measure(gateways, console, pace));
            }
            return samples;
        } finally {
            gateways.forEach(GatewayProcess::close);
        }
    }

    private static GrowthSample measure(List<GatewayProcess> gateways, RedisConsole console, Pace pace)
            throws InterruptedException {
        gateways.forEach(GatewayProcess::order);
        Thread.sleep(pace.warmUp().toMillis());
        ServerUse before = console.use();
        long startNanos = System.nanoTime();
        Thread.sleep(pace.measure().toMillis());
        ServerUse use = console.use().minus(before);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        List<GatewayReport> reports =
                gateways.stream().map(GatewayProcess::report).toList();
        return GrowthSample.of(reports, use, seconds);
    }
}
