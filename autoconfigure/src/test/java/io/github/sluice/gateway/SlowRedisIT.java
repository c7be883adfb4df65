package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.testing.FaultyRedis;
import io.github.sluice.testing.Load;
import io.github.sluice.testing.SlowProxy;
import io.github.sluice.testing.TestGateway;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A Redis that answers, but later than anybody waits. */
class SlowRedisIT {

    private static final String YAML = """
            spring.data.redis: {host: 127.0.0.1, port: %d}
            sluice:
              redis.timeout: 100ms
              store-failure.replicas: 1
            spring.cloud.gateway.server.webflux.routes:
              - id: plenty
                uri: ${upstream}
                predicates: [Path=/plenty/**]
                filters: ["TokenBucket=1000000, 1000/d, everyone"]
            """;

    @Test
    void isNotWaitedForAndIsAskedAgainWhenItIsQuick() {
        try (FaultyRedis redis = FaultyRedis.running();
                SlowProxy proxy = new SlowProxy(redis.host(), redis.port());
                TestGateway gateway = TestGateway.with(YAML.formatted(proxy.port()));
                Load load =
                        Load.every(Duration.ofMillis(10), gateway.uri("/plenty").toString())) {
            load.awaitStateKnown(true);
            proxy.delay(Duration.ofMillis(500));
            load.awaitStateKnown(false);
            load.await(200);
            proxy.delay(Duration.ZERO);
            load.awaitStateKnown(true);
            proxy.cut();
            load.await(50);
            load.awaitStateKnown(true);
            assertThat(load.answers()).extracting(Load.Answer::status).containsOnly(200);
        }
    }
}
