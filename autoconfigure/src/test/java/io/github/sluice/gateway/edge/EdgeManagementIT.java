package io.github.sluice.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.testing.LoopbackClient;
import io.github.sluice.testing.TestGateway;
import org.junit.jupiter.api.Test;

/** The edge never limits the actuator, wherever it is. */
class EdgeManagementIT {

    private static final String ROUTES = """
            management.health.redis.enabled: false
            spring.cloud.gateway.server.webflux.routes:
              - {id: all, uri: "${upstream}", predicates: ["Path=/**"]}
            """;

    // Health answers on the spot, after which a connection of reactor-netty before 1.3.8 may read no further (issue
    // 4361).
    private static final String[] CLOSE = {"Connection", "close"};

    @Test
    void neverLimitsAManagementPort() {
        String yaml =
                "sluice.edge: {limits: [{name: flood, capacity: 2, refill-rate: 1/h}]}\nmanagement.server.port: 0\n";
        try (TestGateway separate = TestGateway.inMemory(yaml + ROUTES);
                LoopbackClient client = new LoopbackClient("127.0.0.16")) {
            String management = "http://127.0.0.1:"
                    + separate.context().getEnvironment().getRequiredProperty("local.management.port");
            assertThat(client.statuses(5, management + "/actuator/health", CLOSE))
                    .containsOnly(200);
            assertThat(client.get(separate.uri("/actuator/health").toString(), CLOSE)
                            .headers()
                            .get("RateLimit"))
                    .startsWith("\"flood\";r=1");
            assertThat(client.statuses(2, separate.uri("/actuator/health").toString(), CLOSE))
                    .containsExactly(200, 429);
            assertThat(client.statuses(5, management + "/actuator/health", CLOSE))
                    .containsOnly(200);
        }
    }

    @Test
    void findsTheActuatorAtTheRoot() {
        String yaml =
                "sluice.edge: {limits: [{capacity: 2, refill-rate: 1/h}]}\nmanagement.endpoints.web.base-path: /\n";
        try (TestGateway root = TestGateway.inMemory(yaml + ROUTES);
                LoopbackClient client = new LoopbackClient("127.0.0.17")) {
            assertThat(client.statuses(3, root.uri("/other").toString())).containsExactly(200, 200, 429);
            assertThat(client.get(root.uri("/other").toString()).body()).contains("[\"edge\"]");
            assertThat(client.statuses(5, root.uri("/health").toString(), CLOSE))
                    .containsOnly(200);
        }
    }
}
