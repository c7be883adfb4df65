package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.testing.TestGateway;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/** Who is under which limits, in a whole gateway whose buckets hardly drip; each test has callers of its own. */
class PlansIT {

    private static final String PLANS = """
            sluice:
              plans:
                gold: {capacity: 4, refill-rate: 1/h}
                silver: {capacity: 2, refill-rate: 1/h}
                free: {unlimited: true}
                banned: {blocked: true}
                two:
                  limits:
                    - {name: burst, capacity: 2, refill-rate: 1/h}
                    - {name: day, capacity: 3, refill-rate: 1/h}
              jwt: {plan-claim: tier}
              api-key:
                clients:
                  - {id: acme, sha256: "%s", plan: gold}
                  - {id: acme, sha256: "%s", plan: gold}
                  - {id: initech, sha256: "%s"}
            """.formatted(sha256("acme-1"), sha256("acme-2"), sha256("initech-1"));

    private static final String ROUTES = """
            spring.cloud.gateway.server.webflux.routes:
              - {id: key, uri: "${upstream}", predicates: [Path=/key/**], filters: ["TokenBucket=1, 1/h, api-key"]}
              - {id: user, uri: "${upstream}", predicates: [Path=/user/**], filters: ["TokenBucket=1, 1/h, jwt-subject"]}
              - {id: address, uri: "${upstream}", predicates: [Path=/address/**], filters: ["TokenBucket=1, 1/h, ip"]}
              - id: none
                uri: ${upstream}
                predicates: [Path=/none/**]
                filters: [{name: TokenBucket, args: {capacity: 1, refill-rate: 1/h, key: api-key, plans: none}}]
              - id: some
                uri: ${upstream}
                predicates: [Path=/some/**]
                filters:
                  - {name: TokenBucket, args: {capacity: 1, refill-rate: 1/h, key: jwt-subject, plans: "gold, free"}}
              - id: own
                uri: ${upstream}
                predicates: [Path=/own/**]
                filters:
                  - name: TokenBucket
                    args:
                      key: jwt-subject
                      plans:
                        gold: {capacity: 3, refill-rate: 1/h}
                        closed: {blocked: true}
            """;

    private static String sha256(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Puts what the test's headers say on the exchange, as Spring Security does with a token that it has verified. */
    @Configuration(proxyBeanMethods = false)
    static class Tokens {

        @Bean
        WebFilter tokens() {
            return (exchange, chain) -> Optional.ofNullable(
                            exchange.getRequest().getHeaders().getFirst("Test-Subject"))
                    .map(subject -> {
                        Jwt.Builder token = Jwt.withTokenValue("token")
                                .header("alg", "none")
                                .issuer("https://issuer.example")
                                .subject(subject)
                                .issuedAt(Instant.EPOCH);
                        Optional.ofNullable(exchange.getRequest().getHeaders().getFirst("Test-Tier"))
                                .ifPresent(tier -> token.claim("tier", tier));
                        return chain.filter(exchange.mutate()
                                .principal(Mono.just(new JwtAuthenticationToken(token.build(), List.of())))
                                .build());
                    })
                    .orElseGet(() -> chain.filter(exchange));
        }
    }

    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.inMemory(PLANS + ROUTES, Tokens.class);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void limitsAClientByThePlanOfItsKeysWhicheverItUses() {
        assertThat(gateway.statuses(3, "/key", "X-API-Key", "acme-1")).containsOnly(200);
        assertThat(gateway.statuses(2, "/key", "X-API-Key", "acme-2")).containsExactly(200, 429);
        assertThat(gateway.get("/key", "X-API-Key", "acme-2").headers().firstValue("RateLimit-Policy"))
                .hasValue("\"default\";q=4;w=14400");
        // On no plan: the limits of the route.
        assertThat(gateway.statuses(2, "/key", "X-API-Key", "initech-1")).containsExactly(200, 429);
    }

    @Test
    void knowsOnlyRegisteredKeys() {
        assertThat(gateway.get("/key", "X-API-Key", "invented").statusCode()).isEqualTo(403);
        // The id of a client is no key, nor is the hash of one.
        assertThat(gateway.get("/key", "X-API-Key", "acme").statusCode()).isEqualTo(403);
        assertThat(gateway.get("/key", "X-API-Key", sha256("acme-1")).statusCode())
                .isEqualTo(403);
    }

    @Test
    void obeysAChangedClaimOnTheNextRequestAndKeepsTheTokens() {
        String[] gold = {"Test-Subject", "alice-3", "Test-Tier", "gold"};
        assertThat(gateway.statuses(1, "/user", gold)).containsExactly(200);
        assertThat(remaining(gateway.get("/user", gold))).isEqualTo(2);
        HttpResponse<String> silver = gateway.get("/user", "Test-Subject", "alice-3", "Test-Tier", "silver");
        assertThat(remaining(silver)).isEqualTo(1);
        assertThat(remaining(gateway.get("/user", gold))).isZero();
    }

    @Test
    void limitsNothingOnAnUnlimitedPlanAndEverythingOnABlockedOne() {
        String[] free = {"Test-Subject", "alice-4", "Test-Tier", "free"};
        assertThat(gateway.statuses(5, "/user", free)).containsOnly(200);
        assertThat(gateway.get("/user", free).headers().map()).doesNotContainKey("ratelimit");
        HttpResponse<String> blocked = gateway.get("/user", "Test-Subject", "mallory-4", "Test-Tier", "banned");
        assertThat(blocked.statusCode()).isEqualTo(429);
        assertThat(blocked.headers().firstValue("Retry-After")).isEmpty();
        assertThat(blocked.body()).contains("quota-exceeded", "blocked");
    }

    @Test
    void decidesTheSeveralLimitsOfAPlanTogether() {
        String[] two = {"Test-Subject", "alice-5", "Test-Tier", "two"};
        assertThat(gateway.statuses(3, "/user", two)).containsExactly(200, 200, 429);
        assertThat(gateway.get("/user", two).body()).contains("\"burst\"").doesNotContain("\"day\"");
    }

    @Test
    void takesAnUnknownPlanForNone() {
        assertThat(gateway.statuses(2, "/user", "Test-Subject", "bob-6", "Test-Tier", "platinum"))
                .containsExactly(200, 429);
    }

    @Test
    void givesEachPlanABucketWhereTheKeyDoesNotDetermineIt() {
        // One address: alice on gold, bob on silver, somebody on none.
        assertThat(gateway.statuses(3, "/address", "Test-Subject", "alice-7", "Test-Tier", "gold"))
                .containsOnly(200);
        assertThat(gateway.statuses(3, "/address", "Test-Subject", "bob-7", "Test-Tier", "silver"))
                .containsExactly(200, 200, 429);
        assertThat(gateway.statuses(2, "/address")).containsExactly(200, 429);
        assertThat(gateway.statuses(2, "/address", "Test-Subject", "alice-7", "Test-Tier", "gold"))
                .containsExactly(200, 429);
    }

    @Test
    void obeysTheGlobalPlansThatTheRouteNamesOrNone() {
        assertThat(gateway.statuses(2, "/none", "X-API-Key", "acme-1")).containsExactly(200, 429);
        assertThat(gateway.statuses(2, "/some", "Test-Subject", "alice-8", "Test-Tier", "silver"))
                .containsExactly(200, 429);
        assertThat(gateway.statuses(3, "/some", "Test-Subject", "bob-8", "Test-Tier", "gold"))
                .containsOnly(200);
    }

    @Test
    void needsAPlanWhereTheRouteHasNoOtherLimits() {
        assertThat(gateway.statuses(4, "/own", "Test-Subject", "alice-9", "Test-Tier", "gold"))
                .containsExactly(200, 200, 200, 429);
        assertThat(gateway.get("/own", "Test-Subject", "bob-9").statusCode()).isEqualTo(403);
        assertThat(gateway.get("/own", "Test-Subject", "eve-9", "Test-Tier", "closed")
                        .statusCode())
                .isEqualTo(429);
    }

    private static long remaining(HttpResponse<String> response) {
        String state = response.headers().firstValue("RateLimit").orElseThrow();
        return Long.parseLong(state.replaceAll(".*;r=(\\d+).*", "$1"));
    }
}
