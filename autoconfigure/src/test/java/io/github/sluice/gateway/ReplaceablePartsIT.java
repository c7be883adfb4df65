package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.gateway.cost.CostResolver;
import io.github.sluice.gateway.response.DenialHandler;
import io.github.sluice.store.InMemoryBucketStore;
import io.github.sluice.testing.TestGateway;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

/** Parts of the application's own in the place of ours; those for plans and clients are in {@link PlanResolverIT}. */
class ReplaceablePartsIT {

    private static final String YAML = """
            spring.cloud.gateway.server.webflux.routes:
              - id: orders
                uri: ${upstream}
                predicates: [Path=/orders/**]
                filters:
                  - {name: TokenBucket, args: {capacity: 5, refill-rate: 1/h, key: ip, cost: "#{@byLength}"}}
            """;

    private static final AtomicLong ASKED = new AtomicLong();

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        BucketStore counted() {
            BucketStore memory = new InMemoryBucketStore(1000, DecisionSource.IN_MEMORY);
            return (bucket, policy, charges) -> {
                ASKED.addAndGet(charges.stream().mapToLong(Charge::cost).sum());
                return memory.decide(bucket, policy, charges);
            };
        }

        @Bean
        CostResolver byLength() {
            return exchange ->
                    Mono.just((long) exchange.getRequest().getPath().elements().size() / 2);
        }

        @Bean
        DenialHandler plainText() {
            return (exchange, denial) -> {
                byte[] text = ("Later: " + denial.status()).getBytes(StandardCharsets.UTF_8);
                return exchange.getResponse()
                        .writeWith(
                                Mono.just(exchange.getResponse().bufferFactory().wrap(text)));
            };
        }
    }

    @Test
    void takeThePlaceOfOurs() {
        try (TestGateway gateway = TestGateway.with(YAML, Application.class)) {
            assertThat(gateway.get("/orders/a/b").statusCode()).isEqualTo(200);
            assertThat(ASKED).hasValue(3);
            HttpResponse<String> denied = gateway.get("/orders/a/b");
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.headers().firstValue("Retry-After")).isPresent();
            assertThat(denied.body()).startsWith("Later: 429");
        }
    }
}
