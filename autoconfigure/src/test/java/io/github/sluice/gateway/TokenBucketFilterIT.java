package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.Decision;
import io.github.sluice.gateway.cost.CostResolver;
import io.github.sluice.testing.TestGateway;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.gateway.event.RefreshRoutesEvent;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.route.builder.RouteLocatorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import reactor.core.publisher.Mono;

/** The filter in a whole gateway, its buckets in memory and hardly dripping, so that each count is exact. */
class TokenBucketFilterIT {

    private static final String ROUTES = """
            test.upstream: ${upstream}
            spring.cloud.gateway.server.webflux:
              globalcors.cors-configurations:
                '[/**]': {allowed-origins: "http://shop.example", allowed-methods: [GET]}
              routes:
                - id: shortcut
                  uri: ${upstream}
                  predicates: [Path=/shortcut/**]
                  filters: ["TokenBucket=3, 1/h, ip, 1"]
                - id: named
                  uri: ${upstream}
                  predicates: [Path=/named/**]
                  filters:
                    - name: TokenBucket
                      args: {name: gold, capacity: 2, refillRate: 1/h, key: ip, cost: 2}
                - id: two-limits
                  uri: ${upstream}
                  predicates: [Path=/two-limits/**]
                  filters:
                    - name: TokenBucket
                      args:
                        limits:
                          - {name: burst, capacity: 2, refill-rate: 1/h}
                          - {name: day, capacity: 5, refill-rate: 5/d}
                        cost: 2
                - id: two-filters
                  uri: ${upstream}
                  predicates: [Path=/two-filters/**]
                  filters:
                    - TokenBucket=4, 1/h, header:X-User
                    - TokenBucket=6, 1/h, ip
                - id: joined
                  uri: ${upstream}
                  predicates: [Path=/joined/**]
                  filters: ["TokenBucket=5, 1/h"]
                - id: outer-filters
                  uri: ${upstream}
                  predicates: [Path=/outer-filters/**]
                  filters:
                    - SetResponseHeader=X-Set, yes
                    - AddResponseHeader=X-Added, yes
                    - SetResponseHeader=RateLimit-Policy, mine
                    - DedupeResponseHeader=Access-Control-Allow-Origin
                    - TokenBucket=1, 1/h
                - id: inner-filters
                  uri: ${upstream}
                  predicates: [Path=/inner-filters/**]
                  filters:
                    - TokenBucket=1, 1/h
                    - RedirectTo=302, http://shop.example
                - id: retry
                  uri: ${upstream}
                  predicates: [Path=/retry/**]
                  filters:
                    - name: Retry
                      args: {retries: 3, statuses: SERVICE_UNAVAILABLE}
                    - AddRequestHeader=X-Mutated, yes
                    - TokenBucket=5, 1/h
                - id: retry-denied
                  uri: ${upstream}
                  predicates: [Path=/retry-denied/**]
                  filters:
                    - name: Retry
                      args: {retries: 2, series: , statuses: TOO_MANY_REQUESTS}
                    - TokenBucket=1, 1/h
                - id: broken-upstream
                  uri: ${nowhere}
                  predicates: [Path=/broken-upstream/**]
                  filters: ["TokenBucket=5, 1/h"]
                - id: tenant
                  uri: ${upstream}
                  predicates: [Path=/tenant/**]
                  filters: ["TokenBucket=1, 1/h, header:X-Tenant"]
                - id: tenant-allow
                  uri: ${upstream}
                  predicates: [Path=/tenant-allow/**]
                  filters:
                    - name: TokenBucket
                      args: {capacity: 1, refill-rate: 1/h, key: "header:X-Tenant", on-missing-key: allow}
                - id: tenant-anonymous
                  uri: ${upstream}
                  predicates: [Path=/tenant-anonymous/**]
                  filters:
                    - name: TokenBucket
                      args: {capacity: 1, refill-rate: 1/h, key: "header:X-Tenant", on-missing-key: anonymous}
                - id: tenant-401
                  uri: ${upstream}
                  predicates: [Path=/tenant-401/**]
                  filters:
                    - name: TokenBucket
                      args: {capacity: 1, refill-rate: 1/h, key: "header:X-Tenant", missing-key-status: 401}
                - id: alternatives
                  uri: ${upstream}
                  predicates: [Path=/alternatives/**]
                  filters: ["TokenBucket=1, 1/h, api-key|ip+header:X-Tenant"]
                - id: free
                  uri: ${upstream}
                  predicates: [Path=/free/**]
                  filters: ["TokenBucket=1, 1/h, ip, 0"]
                - id: costs
                  uri: ${upstream}
                  predicates: [Path=/costs/**]
                  filters:
                    - StripPrefix=1
                    - name: TokenBucket
                      args:
                        capacity: 100
                        refill-rate: 1/h
                        key: header:X-Case
                        costs:
                          - {methods: POST, paths: /reports/export, cost: 10}
                          - {methods: [GET, HEAD], paths: ["/status", "/ping"], cost: 0}
                          - {paths: "/reports/**", cost: 3}
                          - {headers: {X-Bulk: "true"}, cost: 5}
                          - {query: [all], cost: 7}
                - id: beans
                  uri: ${upstream}
                  predicates: [Path=/beans/**]
                  filters:
                    - name: TokenBucket
                      args: {capacity: 6, refill-rate: 1/h, key: "#{@userKey}", cost: "#{@sizeCost}"}
                - id: x-headers
                  uri: ${upstream}
                  predicates: [Path=/x-headers/**]
                  filters:
                    - name: TokenBucket
                      args: {capacity: 20, refill-rate: 1/h, headers: "x-ratelimit,spring-cloud-gateway"}
                - id: no-headers
                  uri: ${upstream}
                  predicates: [Path=/no-headers/**]
                  filters:
                    - name: TokenBucket
                      args: {capacity: 1, refill-rate: 1/h, headers: none, status: 420}
                - id: refreshed
                  uri: ${upstream}
                  predicates: [Path=/refreshed/**]
                  filters: ["TokenBucket=2, 1/h"]
            """;

    private static final AtomicReference<Decision> LAST_DECISION = new AtomicReference<>();

    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.inMemory(ROUTES, Beans.class);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void limitsByShortcut() {
        HttpResponse<String> first = gateway.get("/shortcut");
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().allValues("RateLimit-Policy")).containsExactly("\"default\";q=3;w=10800");
        assertThat(first.headers().allValues("RateLimit")).containsExactly("\"default\";r=2;t=3600");
        assertThat(gateway.statuses(3, "/shortcut")).containsExactly(200, 200, 429);
        HttpResponse<String> denied = gateway.get("/shortcut");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(denied.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(3590L, 3600L);
        assertThat(denied.headers().allValues("RateLimit-Policy")).containsExactly("\"default\";q=3;w=10800");
        assertThat(denied.headers().firstValue("RateLimit").orElseThrow()).startsWith("\"default\";r=0;t=3");
        assertThat(denied.headers().allValues("Content-Type")).containsExactly("application/problem+json");
        assertThat(denied.headers().allValues("Cache-Control")).containsExactly("no-store");
        assertThat(denied.body())
                .contains("\"type\":\"https://iana.org/assignments/http-problem-types#quota-exceeded\"")
                .contains("\"status\":429")
                .contains("\"title\":")
                .contains("\"detail\":")
                .contains("\"violated-policies\":[\"default\"]");
    }

    @Test
    void limitsByNamedArgumentsAndCallsTheLimitByTheFiltersName() {
        HttpResponse<String> first = gateway.get("/named");
        assertThat(first.headers().firstValue("RateLimit")).hasValue("\"gold\";r=0;t=3600");
        HttpResponse<String> denied = gateway.get("/named");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(denied.body()).contains("\"violated-policies\":[\"gold\"]");
    }

    @Test
    void decidesSeveralLimitsTogetherAndNamesTheOneThatDenied() {
        HttpResponse<String> first = gateway.get("/two-limits");
        assertThat(first.headers().allValues("RateLimit-Policy"))
                .containsExactly("\"burst\";q=2;w=7200, \"day\";q=5;w=86400");
        assertThat(first.headers().firstValue("RateLimit").orElseThrow())
                .startsWith("\"burst\";r=0;t=3600, \"day\";r=3;t=");
        HttpResponse<String> denied = gateway.get("/two-limits");
        assertThat(denied.body()).contains("\"violated-policies\":[\"burst\"]");
        assertThat(denied.headers().firstValue("RateLimit").orElseThrow()).contains("\"day\";r=3;");
    }

    @Test
    void keepsTwoFiltersOfARouteApartWithoutNames() {
        assertThat(gateway.statuses(5, "/two-filters", "X-User", "a")).containsExactly(200, 200, 200, 200, 429);
        HttpResponse<String> other = gateway.get("/two-filters", "X-User", "b");
        assertThat(other.headers().allValues("RateLimit-Policy"))
                .containsExactly("\"default\";q=4;w=14400, \"default-2\";q=6;w=21600");
        assertThat(other.headers().firstValue("RateLimit").orElseThrow())
                .startsWith("\"default\";r=3;t=")
                .contains(", \"default-2\";r=1;t=");
        assertThat(gateway.statuses(2, "/two-filters", "X-User", "b")).containsExactly(200, 429);
        HttpResponse<String> denied = gateway.get("/two-filters", "X-User", "b");
        assertThat(denied.body()).contains("\"violated-policies\":[\"default-2\"]");
        assertThat(denied.headers().allValues("RateLimit")).hasSize(1);
    }

    @Test
    void joinsItsHeadersWithThoseOfTheUpstream() {
        HttpResponse<String> response = gateway.get(
                "/joined", "Answer-RateLimit", "\"up\";r=1;t=5", "Answer-RateLimit-Policy", "\"up\";q=2;w=10");
        assertThat(response.headers().allValues("RateLimit")).containsExactly("\"default\";r=4;t=3600, \"up\";r=1;t=5");
        assertThat(response.headers().allValues("RateLimit-Policy"))
                .containsExactly("\"default\";q=5;w=18000, \"up\";q=2;w=10");
    }

    @Test
    void composesWithFiltersAroundItOnADenialToo() {
        String[] origin = {"Origin", "http://shop.example"};
        for (int status : new int[] {200, 429}) {
            HttpResponse<String> response = gateway.get("/outer-filters", origin);
            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.headers().allValues("X-Set")).containsExactly("yes");
            assertThat(response.headers().allValues("X-Added")).containsExactly("yes");
            assertThat(response.headers().allValues("RateLimit-Policy")).containsExactly("mine");
            assertThat(response.headers().allValues("Access-Control-Allow-Origin"))
                    .containsExactly("http://shop.example");
        }
    }

    @Test
    void writesItsHeadersOnAResponseThatIsCommittedInside() {
        HttpResponse<String> redirect = gateway.get("/inner-filters");
        assertThat(redirect.statusCode()).isEqualTo(302);
        assertThat(redirect.headers().allValues("RateLimit")).containsExactly("\"default\";r=0;t=3600");
        assertThat(gateway.get("/inner-filters").statusCode()).isEqualTo(429);
    }

    @Test
    void chargesARetriedRequestOnce() {
        HttpResponse<String> failed = gateway.get("/retry/first", "Answer-Status", "503");
        assertThat(failed.statusCode()).isEqualTo(503);
        assertThat(gateway.upstream().requests().stream().filter("GET /retry/first"::equals))
                .hasSize(4);
        assertThat(failed.headers().allValues("RateLimit")).containsExactly("\"default\";r=4;t=3600");
        HttpResponse<String> next = gateway.get("/retry/second", "Answer-RateLimit", "\"up\";r=1");
        assertThat(next.headers().allValues("RateLimit")).hasSize(1);
        assertThat(next.headers().firstValue("RateLimit").orElseThrow())
                .startsWith("\"default\";r=3;t=3")
                .endsWith(", \"up\";r=1");
    }

    @Test
    void asksAgainWhenADenialIsRetried() {
        double before = count("retry-denied", "denied");
        assertThat(gateway.get("/retry-denied").statusCode()).isEqualTo(200);
        HttpResponse<String> denied = gateway.get("/retry-denied");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(denied.headers().allValues("Retry-After")).hasSize(1);
        assertThat(denied.headers().allValues("RateLimit")).hasSize(1);
        assertThat(count("retry-denied", "denied") - before).isEqualTo(3);
    }

    @Test
    void tellsItsStateOnAnErrorOfTheUpstream() {
        HttpResponse<String> error = gateway.get("/broken-upstream");
        assertThat(error.statusCode()).isEqualTo(500);
        assertThat(error.headers().allValues("RateLimit")).containsExactly("\"default\";r=4;t=3600");
    }

    @Test
    void deniesARequestWithoutAKey() {
        HttpResponse<String> denied = gateway.get("/tenant");
        assertThat(denied.statusCode()).isEqualTo(403);
        assertThat(denied.headers().allValues("Content-Type")).containsExactly("application/problem+json");
        assertThat(denied.headers().map()).doesNotContainKeys("retry-after", "ratelimit", "ratelimit-policy");
        assertThat(gateway.get("/tenant", "X-Tenant", " ").statusCode()).isEqualTo(403);
        assertThat(gateway.get("/tenant-401").statusCode()).isEqualTo(401);
        assertThat(gateway.statuses(2, "/tenant", "X-Tenant", "a")).containsExactly(200, 429);
        assertThat(gateway.statuses(2, "/tenant", "X-Tenant", "b")).containsExactly(200, 429);
    }

    @Test
    void letsARequestWithoutAKeyPassIfTold() {
        assertThat(gateway.statuses(3, "/tenant-allow")).containsOnly(200);
        assertThat(gateway.get("/tenant-allow").headers().map()).doesNotContainKey("ratelimit");
    }

    @Test
    void putsAllWithoutAKeyIntoOneBucketIfTold() {
        assertThat(gateway.statuses(2, "/tenant-anonymous")).containsExactly(200, 429);
        assertThat(gateway.get("/tenant-anonymous", "X-Tenant", "anonymous").statusCode())
                .isEqualTo(200);
    }

    @Test
    void takesTheFirstAlternativeThatIsPresent() {
        assertThat(gateway.get("/alternatives").statusCode()).isEqualTo(403);
        assertThat(gateway.statuses(2, "/alternatives", "X-Tenant", "a")).containsExactly(200, 429);
        assertThat(gateway.statuses(2, "/alternatives", "X-Tenant", "b")).containsExactly(200, 429);
        assertThat(gateway.statuses(2, "/alternatives", "X-Tenant", "a", "X-API-Key", "k"))
                .containsExactly(200, 429);
        assertThat(gateway.get("/alternatives", "X-API-Key", "k").statusCode()).isEqualTo(429);
    }

    @Test
    void letsAFreeRequestPassWithoutAskingTheStore() {
        assertThat(gateway.statuses(3, "/free")).containsOnly(200);
        assertThat(gateway.get("/free").headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy");
    }

    @Test
    void takesTheCostOfTheFirstRuleThatMatchesThePathAsItIsForwarded() {
        assertThat(remaining("POST", "/costs/reports/export", "X-Case", "post")).isEqualTo(90);
        assertThat(remaining("GET", "/costs/reports/export", "X-Case", "get")).isEqualTo(97);
        assertThat(remaining("GET", "/costs/other", "X-Case", "other")).isEqualTo(99);
        assertThat(gateway.get("/costs/ping", "X-Case", "ping").headers().map()).doesNotContainKey("ratelimit");
    }

    @Test
    void cannotBeDodgedByAnotherSpellingOfThePath() {
        for (String path : new String[] {
            "/reports/export/",
            "/reports/%65xport",
            "/reports/export;x=1",
            "//reports//export",
            "/reports/./export",
            "/a/../reports/export"
        }) {
            assertThat(remaining("POST", "/costs" + path, "X-Case", path))
                    .as(path)
                    .isEqualTo(90);
        }
    }

    @Test
    void onlyRaisesACostByWhatTheCallerChooses() {
        assertThat(remaining("GET", "/costs/other", "X-Case", "bulk", "X-Bulk", "true"))
                .isEqualTo(95);
        assertThat(remaining("GET", "/costs/other", "X-Case", "not-bulk", "X-Bulk", "false"))
                .isEqualTo(99);
        assertThat(remaining("GET", "/costs/other?all", "X-Case", "all")).isEqualTo(93);
        assertThat(remaining("POST", "/costs/reports/export?all", "X-Case", "export-all"))
                .isEqualTo(90);
        assertThat(remaining("GET", "/costs/ping", "X-Case", "bulk-ping", "X-Bulk", "true"))
                .isEqualTo(95);
    }

    @Test
    void takesKeyAndCostFromBeans() {
        assertThat(gateway.get("/beans").statusCode()).isEqualTo(403);
        assertThat(gateway.statuses(3, "/beans?user=a&x=1")).containsExactly(200, 200, 429);
        assertThat(gateway.statuses(1, "/beans?user=b&x=1")).containsExactly(200);
    }

    @Test
    void answersWithTheHeadersThatTheFilterNames() {
        HttpResponse<String> response = gateway.get("/x-headers");
        assertThat(response.headers().map())
                .doesNotContainKeys("ratelimit", "ratelimit-policy")
                .containsEntry("x-ratelimit-limit", java.util.List.of("20"))
                .containsEntry("x-ratelimit-remaining", java.util.List.of("19"))
                .containsEntry("x-ratelimit-reset", java.util.List.of("3600"))
                .containsEntry("x-ratelimit-requested-tokens", java.util.List.of("1"))
                .containsEntry("x-ratelimit-burst-capacity", java.util.List.of("20"))
                .containsEntry("x-ratelimit-replenish-rate", java.util.List.of("0.000277"));
    }

    @Test
    void answersWithoutHeadersAndWithAnotherStatusIfTold() {
        HttpResponse<String> allowed = gateway.get("/no-headers");
        assertThat(allowed.headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy");
        HttpResponse<String> denied = gateway.get("/no-headers");
        assertThat(denied.statusCode()).isEqualTo(420);
        assertThat(denied.body()).contains("\"status\":420");
        assertThat(denied.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void deniesAGrpcCallByTrailersOnly() {
        String[] grpc = {"X-Tenant", "grpc", "Content-Type", "application/grpc+proto"};
        assertThat(gateway.send("POST", "/tenant", grpc).statusCode()).isEqualTo(200);
        HttpResponse<String> denied = gateway.send("POST", "/tenant", grpc);
        assertThat(denied.statusCode()).isEqualTo(200);
        assertThat(denied.body()).isEmpty();
        assertThat(denied.headers().allValues("Content-Type")).containsExactly("application/grpc");
        assertThat(denied.headers().allValues("grpc-status")).containsExactly("8");
        assertThat(denied.headers().firstValueAsLong("grpc-retry-pushback-ms").orElseThrow())
                .isBetween(3_590_000L, 3_600_000L);
    }

    @Test
    void deniesAHeadRequestWithoutABody() {
        assertThat(gateway.send("HEAD", "/tenant", "X-Tenant", "head").statusCode())
                .isEqualTo(200);
        HttpResponse<String> denied = gateway.send("HEAD", "/tenant", "X-Tenant", "head");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(denied.body()).isEmpty();
    }

    @Test
    void goesOnReadingAConnectionAfterADenialOnTheSpot() throws IOException {
        String request = "GET %s HTTP/1.1\r\nHost: gateway\r\n\r\n";
        try (Socket socket = new Socket(gateway.uri("/").getHost(), gateway.port())) {
            socket.setSoTimeout(20_000);
            BufferedReader answers =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            String both = request.formatted("/free") + request.formatted("/tenant");
            socket.getOutputStream().write(both.getBytes(StandardCharsets.US_ASCII));
            assertThat(nextStatus(answers)).startsWith("HTTP/1.1 200");
            assertThat(nextStatus(answers)).startsWith("HTTP/1.1 403");
            socket.getOutputStream().write(request.formatted("/free").getBytes(StandardCharsets.US_ASCII));
            assertThat(nextStatus(answers)).startsWith("HTTP/1.1 200");
        }
    }

    private static String nextStatus(BufferedReader answers) throws IOException {
        String line = answers.readLine();
        while (line != null && !line.contains("HTTP/1.1 ")) {
            line = answers.readLine();
        }
        return line == null ? "closed" : line.substring(line.indexOf("HTTP/1.1 "));
    }

    @Test
    void keepsItsBucketsOverARouteRefresh() {
        assertThat(gateway.get("/refreshed").statusCode()).isEqualTo(200);
        gateway.context().publishEvent(new RefreshRoutesEvent(this));
        assertThat(gateway.statuses(2, "/refreshed")).containsExactly(200, 429);
    }

    @Test
    void limitsARouteWrittenInJava() {
        assertThat(gateway.statuses(3, "/java")).containsExactly(200, 200, 429);
        assertThat(gateway.get("/java").headers().firstValue("RateLimit-Policy"))
                .hasValue("\"java\";q=2;w=7200");
    }

    @Test
    void leavesTheDecisionOnTheExchange() {
        gateway.get("/tenant", "X-Tenant", "attribute");
        Decision decision = LAST_DECISION.get();
        assertThat(decision.allowed()).isTrue();
        assertThat(decision.remaining()).hasValue(0);
    }

    private static long remaining(String method, String path, String... headers) {
        String state = gateway.send(method, path, headers)
                .headers()
                .firstValue("RateLimit")
                .orElseThrow();
        return Long.parseLong(state.replaceAll(".*;r=(\\d+).*", "$1"));
    }

    private static double count(String route, String outcome) {
        return gateway
                .context()
                .getBean(MeterRegistry.class)
                .find("sluice.decisions")
                .tags("route", route, "outcome", outcome)
                .counters()
                .stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    @Configuration(proxyBeanMethods = false)
    static class Beans {

        @Bean
        MeterRegistry meterRegistry() {
            return new SimpleMeterRegistry();
        }

        @Bean
        KeyResolver userKey() {
            return exchange ->
                    Mono.justOrEmpty(exchange.getRequest().getQueryParams().getFirst("user"));
        }

        @Bean
        CostResolver sizeCost() {
            return exchange ->
                    Mono.just(1L + exchange.getRequest().getQueryParams().size());
        }

        @Bean
        RouteLocator javaRoutes(
                RouteLocatorBuilder routes, TokenBucketGatewayFilterFactory tokenBucket, Environment environment) {
            return routes.routes()
                    .route(
                            "java",
                            route -> route.path("/java")
                                    .filters(filters -> filters.filter(tokenBucket.apply(c -> c.setCapacity(2)
                                            .setRefillRate("1/h")
                                            .setKey("ip")
                                            .setName("java"))))
                                    .uri(environment.getRequiredProperty("test.upstream")))
                    .build();
        }

        @Bean
        @Order(-2)
        GlobalFilter decisionReader() {
            return (exchange, chain) -> chain.filter(exchange)
                    .doFinally(signal -> LAST_DECISION.set(
                            exchange.getAttribute(TokenBucketGatewayFilterFactory.DECISION_ATTRIBUTE)));
        }
    }
}
