package io.github.sluice.benchmarks.http;

import io.github.sluice.benchmarks.redis.RedisConsole;
import io.github.sluice.benchmarks.redis.RedisProcess;
import io.github.sluice.benchmarks.redis.ServerUse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/** All that takes part, on one machine: Redis, the upstream, gateways, each in a JVM of its own, and the load. */
final class TestBed implements AutoCloseable {

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final RedisConsole redis;
    private final List<GatewayProcess> gateways;
    private final ClosedLoop load;

    private TestBed(int count, Settings settings) {
        try {
            RedisProcess server = started(RedisProcess.start());
            redis = started(new RedisConsole(server.address()));
            Upstream upstream = started(Upstream.start());
            gateways = IntStream.range(0, count)
                    .mapToObj(i -> started(GatewayProcess.start(server, upstream, settings.gatewayArguments())))
                    .toList();
            load = started(ClosedLoop.over(
                    settings.connections(),
                    gateways.stream().map(GatewayProcess::port).toList()));
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    static TestBed of(int gateways, Settings settings) {
        return new TestBed(gateways, settings);
    }

    private <T extends AutoCloseable> T started(T part) {
        parts.push(part);
        return part;
    }

    Turn turn(Requests requests, Duration duration) {
        ServerUse use = redis.use();
        Duration cpu = cpu();
        Answers answers = load.run(requests, duration);
        return new Turn(answers, redis.use().minus(use), cpu().minus(cpu));
    }

    private Duration cpu() {
        return gateways.stream().map(GatewayProcess::cpu).reduce(Duration.ZERO, Duration::plus);
    }

    String redisVersion() {
        return redis.version();
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception failed) {
                System.err.println("Not closed: " + failed);
            }
        }
    }
}
