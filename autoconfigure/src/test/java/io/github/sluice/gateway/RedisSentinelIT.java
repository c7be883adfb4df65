package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.testing.Load;
import io.github.sluice.testing.RedisSentinel;
import io.github.sluice.testing.TestGateway;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A gateway that finds its Redis through sentinels, and whose master dies. */
class RedisSentinelIT {

    private static final String YAML = """
            spring.data.redis: {timeout: 2s, connect-timeout: 2s, sentinel: {master: %s, nodes: "%s"}}
            sluice.redis.timeout: 500ms
            spring.cloud.gateway.server.webflux.routes:
              - id: plenty
                uri: ${upstream}
                predicates: [Path=/plenty/**]
                filters: ["TokenBucket=1000000, 1000/d, everyone"]
            """;

    @Test
    void goesOnWithTheNewMaster() {
        try (RedisSentinel sentinel = RedisSentinel.running();
                TestGateway gateway =
                        TestGateway.with(YAML.formatted(RedisSentinel.MASTER_NAME, sentinel.sentinels()));
                Load load =
                        Load.every(Duration.ofMillis(10), gateway.uri("/plenty").toString())) {
            load.awaitStateKnown(true);
            sentinel.killMaster();
            load.awaitStateKnown(false);
            load.awaitStateKnown(true);
            load.await(100);
            assertThat(load.answers()).extracting(Load.Answer::status).containsOnly(200);
        }
    }
}
