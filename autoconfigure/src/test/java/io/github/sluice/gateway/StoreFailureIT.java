package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.testing.EmbeddedRedis;
import io.github.sluice.testing.SilentServer;
import io.github.sluice.testing.TestGateway;
import io.github.sluice.testing.TestRedis;
import java.net.http.HttpResponse;
import java.util.function.IntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers see while Redis hangs, or is not there at all. The client of a test gives up after 20 s, Redis's after 60. */
class StoreFailureIT {

    private static final String ROUTES = """
            spring.data.redis: {host: 127.0.0.1, port: %d, timeout: 2s, connect-timeout: 2s}
            sluice.redis.timeout: 100ms
            spring.cloud.gateway.server.webflux.routes:
              - id: allow
                uri: ${upstream}
                predicates: [Path=/allow/**]
                filters:
                  - name: TokenBucket
                    args: {capacity: 1, refill-rate: 1/h, on-store-failure: allow}
              - id: deny
                uri: ${upstream}
                predicates: [Path=/deny/**]
                filters:
                  - name: TokenBucket
                    args: {capacity: 1, refill-rate: 1/h, on-store-failure: deny}
            """;

    private static final IntFunction<String> YAML = ROUTES::formatted;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allowsOrDeniesWithinTheDeadline(boolean accepts) {
        try (SilentServer silent = new SilentServer()) {
            int port = silent.port();
            if (!accepts) {
                silent.stop();
            }
            try (TestGateway gateway = TestGateway.with(YAML.apply(port))) {
                for (int i = 0; i < 3; i++) {
                    HttpResponse<String> allowed = gateway.get("/allow");
                    assertThat(allowed.statusCode()).isEqualTo(200);
                    assertThat(allowed.headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy");
                    HttpResponse<String> denied = gateway.get("/deny");
                    assertThat(denied.statusCode()).isEqualTo(503);
                    assertThat(denied.headers().allValues("Retry-After")).containsExactly("1");
                    assertThat(denied.headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy");
                    assertThat(denied.body())
                            .contains("https://iana.org/assignments/http-problem-types#temporary-reduced-capacity")
                            .doesNotContain("violated-policies");
                }
            }
        }
    }

    @org.junit.jupiter.api.Test
    void limitsAgainWhenRedisIsThere() {
        try (EmbeddedRedis redis = TestRedis.startEmbedded()) {
            redis.stop();
            try (TestGateway gateway = TestGateway.with(YAML.apply(redis.port()))) {
                assertThat(gateway.get("/deny").statusCode()).isEqualTo(503);
                redis.start();
                org.awaitility.Awaitility.await()
                        .atMost(java.time.Duration.ofSeconds(60))
                        .until(() -> gateway.get("/deny").statusCode() == 429);
            }
        }
    }
}
