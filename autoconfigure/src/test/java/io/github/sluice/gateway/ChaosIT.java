package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.testing.FaultyRedis;
import io.github.sluice.testing.Load;
import io.github.sluice.testing.TestGateway;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Three gateways on one Redis that is broken in many ways, one after the other, always in the same order. */
class ChaosIT {

    private static final long SEED = 20261201;
    private static final int ROUNDS = 12;
    private static final int CAPACITY = 60;
    private static final int TOKENS_PER_SECOND = 30;

    private static final String YAML = """
            spring.data.redis: {host: 127.0.0.1, port: %d, timeout: 2s, connect-timeout: 2s}
            sluice:
              redis.timeout: 100ms
              store-failure.replicas: 3
            spring.cloud.gateway.server.webflux.routes:
              - id: chaos
                uri: ${upstream}
                predicates: [Path=/chaos/**]
                filters: ["TokenBucket=60, 30/s, everyone"]
            """;

    @Test
    void keepsTheBoundWhateverHappensToRedis() {
        try (FaultyRedis redis = new FaultyRedis()) {
            redis.start();
            String yaml = YAML.formatted(redis.port());
            try (TestGateway one = TestGateway.with(yaml);
                    TestGateway two = TestGateway.with(yaml);
                    TestGateway three = TestGateway.with(yaml)) {
                long startNanos = System.nanoTime();
                int losses;
                List<Load.Answer> answers;
                try (Load load = Load.every(
                        Duration.ofMillis(5),
                        one.uri("/chaos").toString(),
                        two.uri("/chaos").toString(),
                        three.uri("/chaos").toString())) {
                    losses = breakThings(redis, load);
                    load.awaitStateKnown(true);
                    load.await(100);
                    answers = load.answers();
                }
                double seconds = (System.nanoTime() - startNanos) / 1e9;
                assertThat(answers).extracting(Load.Answer::status).containsOnly(200, 429);
                // Redis gives out a capacity, one more each time it forgets, and what drips in; the shares of the three
                // gateways together a capacity and what drips in.
                double bound = (1 + losses) * CAPACITY + CAPACITY + 2 * TOKENS_PER_SECOND * seconds;
                assertThat(answers.stream()
                                .filter(answer -> answer.status() == 200)
                                .count())
                        .isLessThanOrEqualTo((long) bound);
                for (String key : redis.command("KEYS", "*").split("\n")) {
                    assertThat(Long.parseLong(redis.command("PTTL", key.strip()).strip()))
                            .as(key)
                            .isNotEqualTo(-1);
                }
            }
        }
    }

    /** How often Redis lost what it had stored. */
    private static int breakThings(FaultyRedis redis, Load load) {
        Random random = new Random(SEED);
        List<String> order = new ArrayList<>();
        int losses = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int fault = random.nextInt(6);
            order.add(String.valueOf(fault));
            switch (fault) {
                case 0 -> {
                    redis.pause();
                    load.await(100);
                    redis.resume();
                }
                case 1 -> {
                    redis.kill();
                    load.await(100);
                    redis.start();
                    losses++;
                }
                case 2 -> redis.command("SCRIPT", "FLUSH");
                case 3 -> redis.command("CLIENT", "KILL", "TYPE", "normal");
                case 4 -> {
                    redis.command("CONFIG", "SET", "maxmemory", "1");
                    load.await(100);
                    redis.command("CONFIG", "SET", "maxmemory", "0");
                }
                default -> {
                    redis.command("REPLICAOF", "127.0.0.1", "1");
                    load.await(100);
                    redis.command("REPLICAOF", "NO", "ONE");
                }
            }
            load.await(50);
        }
        System.out.println("Chaos with seed " + SEED + ": faults " + order);
        return losses;
    }
}
