package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.gateway.key.ApiKeyClient;
import io.github.sluice.gateway.key.ApiKeyClients;
import io.github.sluice.gateway.plan.PlanResolver;
import io.github.sluice.testing.TestGateway;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

/** Plans and clients that the application itself knows. */
class PlanResolverIT {

    private static final String YAML = """
            sluice.plans:
              gold: {capacity: 4, refill-rate: 1/h}
              silver: {capacity: 2, refill-rate: 1/h}
            spring.cloud.gateway.server.webflux.routes:
              - {id: key, uri: "${upstream}", predicates: [Path=/key/**], filters: ["TokenBucket=1, 1/h, api-key"]}
            """;

    /** SHA-256 of {@code key}. */
    private static final String KEY = "2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683";

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        ApiKeyClients clients() {
            return sha256 -> sha256.equals(KEY) ? Mono.just(new ApiKeyClient("acme", "gold")) : Mono.empty();
        }

        @Bean
        PlanResolver plans() {
            return exchange ->
                    Mono.justOrEmpty(exchange.getRequest().getHeaders().getFirst("Test-Plan"));
        }
    }

    @Test
    void asksTheApplicationForClientsAndPlans() {
        try (TestGateway gateway = TestGateway.inMemory(YAML, Application.class)) {
            assertThat(gateway.get("/key", "X-API-Key", "other").statusCode()).isEqualTo(403);
            // The resolver's plan, not the client's; and on none the limits of the route, the tokens kept.
            assertThat(gateway.statuses(3, "/key", "X-API-Key", "key", "Test-Plan", "silver"))
                    .containsExactly(200, 200, 429);
            assertThat(gateway.statuses(1, "/key", "X-API-Key", "key")).containsExactly(429);
        }
    }
}
