package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.testing.TestGateway;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Filters that only watch, filters that share buckets, and requests that no filter limits. */
class ModeAndScopeIT {

    private static final String YAML = """
            sluice.mode: shadow
            spring.cloud.gateway.server.webflux.routes:
              - {id: watched, uri: "${upstream}", predicates: [Path=/watched/**], filters: ["TokenBucket=1, 1/h, ip"]}
              - id: enforced
                uri: ${upstream}
                predicates: [Path=/enforced/**]
                filters: [{name: TokenBucket, args: {capacity: 1, refill-rate: 1/h, mode: enforce}}]
              - {id: keyless, uri: "${upstream}", predicates: [Path=/keyless/**], filters: ["TokenBucket=1, 1/h, api-key"]}
              - {id: a, uri: "${upstream}", predicates: [Path=/a/**], filters: %1$s}
              - {id: b, uri: "${upstream}", predicates: [Path=/b/**], filters: %1$s}
              - id: c
                uri: ${upstream}
                predicates: [Path=/c/**]
                filters: [{name: TokenBucket, args: {name: orders, capacity: 3, refill-rate: 1/h, mode: enforce}}]
              - id: exempt
                uri: ${upstream}
                predicates: [Path=/exempt/**]
                filters:
                  - name: TokenBucket
                    args:
                      capacity: 1
                      refill-rate: 1/h
                      mode: enforce
                      exempt: {ips: 127.0.0.2, methods: [OPTIONS, head], paths: /exempt/status}
              - id: committed
                uri: ${upstream}
                predicates: [Path=/committed/**]
                filters:
                  - {name: TokenBucket, args: {name: outer, capacity: 9, refill-rate: 1/h}}
                  - {name: TokenBucket, args: {name: inner, capacity: 9, refill-rate: 1/h}}
                  - RedirectTo=302, http://shop.example
            """.formatted(
                    "[{name: TokenBucket, args: {name: orders, scope: shared, capacity: 3, refill-rate: 1/h, mode: enforce}}]");

    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.inMemory(YAML);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void letsEverythingPassInShadowAndCountsWhatItWouldDeny() {
        assertThat(gateway.statuses(3, "/watched")).containsOnly(200);
        assertThat(gateway.statuses(2, "/enforced")).containsExactly(200, 429);
        assertThat(gateway.get("/keyless").statusCode()).isEqualTo(200);
        assertThat(count("watched", "allowed")).isEqualTo(1);
        assertThat(count("watched", "shadow_denied")).isEqualTo(2);
        assertThat(count("enforced", "denied")).isEqualTo(1);
        assertThat(count("keyless", "missing_key")).isEqualTo(1);
    }

    @Test
    void sharesBucketsOverRoutesWhereTheScopeSaysSo() {
        assertThat(gateway.statuses(2, "/a")).containsOnly(200);
        assertThat(gateway.statuses(2, "/b")).containsExactly(200, 429);
        assertThat(gateway.get("/a").statusCode()).isEqualTo(429);
        assertThat(gateway.get("/c").statusCode()).isEqualTo(200);
    }

    @Test
    void limitsNothingThatIsExempt() {
        assertThat(gateway.statuses(3, "/exempt/status")).containsOnly(200);
        assertThat(gateway.send("HEAD", "/exempt/x").statusCode()).isEqualTo(200);
        assertThat(gateway.get("/exempt/x").statusCode()).isEqualTo(200);
        assertThat(gateway.get("/exempt/status/../x").statusCode()).isEqualTo(429);
        assertThat(gateway.get("/exempt/x", "X-Forwarded-For", "127.0.0.2").statusCode())
                .isEqualTo(429);
        assertThat(count("exempt", "exempt")).isEqualTo(4);
    }

    @Test
    void writesTheOuterFilterFirstAlsoWhenTheResponseIsCommittedInside() {
        assertThat(gateway.get("/committed").headers().firstValue("RateLimit-Policy"))
                .hasValue("\"outer\";q=9;w=32400, \"inner\";q=9;w=32400");
    }

    private static double count(String route, String outcome) {
        return gateway
                .context()
                .getBean(MeterRegistry.class)
                .get("sluice.decisions")
                .tag("route", route)
                .tag("outcome", outcome)
                .counters()
                .stream()
                .mapToDouble(Counter::count)
                .sum();
    }
}
