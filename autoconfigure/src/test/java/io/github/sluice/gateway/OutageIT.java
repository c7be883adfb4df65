package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.testing.FaultyRedis;
import io.github.sluice.testing.Load;
import io.github.sluice.testing.TestGateway;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A gateway under load while its Redis is paused, killed, refuses to write, forgets the script, and comes back. */
class OutageIT {

    private static final Duration INTERVAL = Duration.ofMillis(10);
    private static final String ROUTES = """
            spring.data.redis: {host: 127.0.0.1, port: %d, timeout: 2s, connect-timeout: 2s}
            sluice:
              redis.timeout: 100ms
              store-failure.replicas: 3
            management.endpoints.web.exposure.include: health
            management.endpoint.health.show-details: always
            spring.cloud.gateway.server.webflux.routes:
              - id: plenty
                uri: ${upstream}
                predicates: [Path=/plenty/**]
                filters: ["TokenBucket=1000000, 1000/d, everyone"]
              - id: scarce
                uri: ${upstream}
                predicates: [Path=/scarce/**]
                filters: ["TokenBucket=30, 3/h, everyone"]
              - id: allow
                uri: ${upstream}
                predicates: [Path=/allow/**]
                filters:
                  - name: TokenBucket
                    args: {capacity: 1, refill-rate: 1/h, key: everyone, on-store-failure: allow}
              - id: deny
                uri: ${upstream}
                predicates: [Path=/deny/**]
                filters:
                  - name: TokenBucket
                    args: {capacity: 1, refill-rate: 1/h, key: everyone, on-store-failure: deny}
            """;

    private static FaultyRedis redis;
    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        redis = new FaultyRedis();
        redis.start();
        gateway = TestGateway.with(ROUTES.formatted(redis.port()));
    }

    @AfterAll
    static void stop() {
        gateway.close();
        redis.close();
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                fault("paused", FaultyRedis::pause, FaultyRedis::resume),
                fault("killed", FaultyRedis::kill, FaultyRedis::start),
                fault(
                        "full",
                        redis -> redis.command("CONFIG", "SET", "maxmemory", "1"),
                        redis -> redis.command("CONFIG", "SET", "maxmemory", "0")),
                fault(
                        "read-only",
                        redis -> redis.command("REPLICAOF", "127.0.0.1", "1"),
                        redis -> redis.command("REPLICAOF", "NO", "ONE")));
    }

    private static Arguments fault(String name, Consumer<FaultyRedis> begin, Consumer<FaultyRedis> end) {
        return Arguments.argumentSet(name, begin, end);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void decidesAloneAndComesBackByItself(Consumer<FaultyRedis> begin, Consumer<FaultyRedis> end) {
        try (Load load = Load.every(INTERVAL, gateway.uri("/plenty").toString())) {
            load.awaitStateKnown(true);
            begin.accept(redis);
            load.awaitStateKnown(false);
            load.await(200);
            assertThat(gateway.get("/actuator/health").body()).contains("\"store\":\"degraded\"");
            end.accept(redis);
            load.awaitStateKnown(true);
            load.await(100);
            assertThat(load.answers()).extracting(Load.Answer::status).containsOnly(200);
            // The client of Redis would have waited 60 s.
            assertThat(load.answers())
                    .extracting(Load.Answer::duration)
                    .allSatisfy(duration -> assertThat(duration).isLessThan(Duration.ofSeconds(10)));
        }
    }

    @Test
    void noticesNothingWhenTheScriptIsForgottenOrConnectionsAreKilled() {
        try (Load load = Load.every(INTERVAL, gateway.uri("/plenty").toString())) {
            load.awaitStateKnown(true);
            for (int i = 0; i < 3; i++) {
                redis.command("SCRIPT", "FLUSH");
                load.await(50);
                redis.command("CLIENT", "KILL", "TYPE", "normal");
                load.awaitStateKnown(true);
            }
            assertThat(load.answers()).extracting(Load.Answer::status).containsOnly(200);
        }
    }

    @Test
    void givesOutItsShareOnlyWhileRedisIsAway() {
        redis.pause();
        try {
            assertThat(gateway.statuses(15, "/scarce").stream().filter(status -> status == 200))
                    .hasSize(10);
            assertThat(gateway.get("/scarce").headers().firstValue("Retry-After"))
                    .isPresent();
            assertThat(gateway.get("/scarce").headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy");
            assertThat(gateway.statuses(20, "/allow")).containsOnly(200);
            assertThat(gateway.statuses(20, "/deny")).containsOnly(503);
        } finally {
            redis.resume();
        }
        try (Load load = Load.every(INTERVAL, gateway.uri("/plenty").toString())) {
            load.awaitStateKnown(true);
        }
    }

    @Test
    void countsAWrongPasswordAsAFailure() {
        redis.command("CONFIG", "SET", "requirepass", "secret");
        redis.command("CLIENT", "KILL", "TYPE", "normal");
        try (Load load = Load.every(INTERVAL, gateway.uri("/plenty").toString())) {
            load.awaitStateKnown(false);
            load.await(100);
            redis.restart();
            load.awaitStateKnown(true);
            assertThat(load.answers()).extracting(Load.Answer::status).containsOnly(200);
        }
    }
}
