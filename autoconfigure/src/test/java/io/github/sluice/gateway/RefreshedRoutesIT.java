package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.testing.TestGateway;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.gateway.event.RefreshRoutesEvent;
import org.springframework.cloud.gateway.filter.FilterDefinition;
import org.springframework.cloud.gateway.handler.predicate.PredicateDefinition;
import org.springframework.cloud.gateway.route.RouteDefinition;
import org.springframework.cloud.gateway.route.RouteDefinitionWriter;
import reactor.core.publisher.Mono;

/** Routes that come, change and go while the gateway runs. */
@ExtendWith(OutputCaptureExtension.class)
class RefreshedRoutesIT {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String YAML = """
            management.endpoints.web.exposure.include: ratelimits
            spring.cloud.gateway.server.webflux.routes:
              - {id: fixed, uri: "${upstream}", predicates: [Path=/fixed/**], filters: ["TokenBucket=2, 1/h, header:Caller"]}
            """;

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
    void takesNewLimitsAndKeepsTheTokens() {
        save("orders", Map.of("capacity", "3", "refill-rate", "1/h", "key", "header:Caller"));
        refreshUntil("/orders", "q=3");
        assertThat(gateway.statuses(3, "/orders", "Caller", "a")).containsOnly(200);
        save("orders", Map.of("capacity", "5", "refill-rate", "1/h", "key", "header:Caller"));
        refreshUntil("/orders", "q=5");
        // What is new of the capacity drips in.
        assertThat(gateway.get("/orders", "Caller", "a").statusCode()).isEqualTo(429);
    }

    @Test
    void forgetsWhatWasRemoved() {
        save("removed", Map.of("capacity", "3", "refill-rate", "1/h", "key", "header:Caller"));
        refreshUntil("/removed", "q=3");
        assertThat(gateway.get("/actuator/ratelimits").body()).contains("\"removed.0\"");
        writer().delete(Mono.just("removed")).block(PATIENCE);
        refresh();
        Awaitility.await().atMost(PATIENCE).until(() -> gateway.get("/removed").statusCode() == 404);
        assertThat(gateway.get("/actuator/ratelimits").body())
                .contains("\"fixed.0\"")
                .doesNotContain("removed");
        assertThat(gateway.get("/fixed", "Caller", "b").statusCode()).isEqualTo(200);
    }

    @Test
    void reportsOneBadRouteAndGoesOnWithTheOthers(CapturedOutput log) {
        save("bad", Map.of("capacity", "3", "refill-rate", "5"));
        save("good", Map.of("capacity", "3", "refill-rate", "5/h", "key", "header:Caller"));
        refreshUntil("/good", "q=3");
        assertThat(gateway.get("/bad").statusCode()).isEqualTo(500);
        assertThat(gateway.upstream().requests()).doesNotContain("GET /bad");
        assertThat(gateway.get("/fixed", "Caller", "c").statusCode()).isEqualTo(200);
        assertThat(log)
                .contains("Route \"bad\", filter TokenBucket: argument refill-rate is \"5\"")
                .contains("answers 500 until this is corrected");
        save("bad", Map.of("capacity", "4", "refill-rate", "5/h", "key", "header:Caller"));
        refreshUntil("/bad", "q=4");
    }

    @Test
    void letsFiltersThatShareBucketsAgreeAnew() {
        Map<String, String> three = shared("3");
        save("one", three);
        save("two", three);
        refreshUntil("/two", "q=3");
        save("two", shared("4"));
        refresh();
        Awaitility.await().atMost(PATIENCE).until(() -> {
            HttpResponse<String> refused = gateway.get("/two", "Caller", "d");
            return refused.statusCode() == 500;
        });
        save("one", shared("4"));
        refreshUntil("/one", "q=4");
        refreshUntil("/two", "q=4");
    }

    private static Map<String, String> shared(String capacity) {
        return Map.of(
                "name", "all", "scope", "shared", "capacity", capacity, "refill-rate", "1/h", "key", "header:Caller");
    }

    private void save(String id, Map<String, String> arguments) {
        FilterDefinition filter = new FilterDefinition();
        filter.setName("TokenBucket");
        filter.setArgs(new LinkedHashMap<>(arguments));
        RouteDefinition route = new RouteDefinition();
        route.setId(id);
        route.setUri(URI.create(gateway.upstream().uri()));
        route.getPredicates().add(new PredicateDefinition("Path=/" + id + "/**"));
        route.getFilters().add(filter);
        writer().save(Mono.just(route)).block(PATIENCE);
    }

    private RouteDefinitionWriter writer() {
        return gateway.context().getBean(RouteDefinitionWriter.class);
    }

    private void refresh() {
        gateway.context().publishEvent(new RefreshRoutesEvent(this));
    }

    /** Until the route answers with the policy; those who look have no bucket in common with the tests. */
    private void refreshUntil(String path, String policy) {
        refresh();
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> gateway.get(path, "Caller", "looks-" + System.nanoTime())
                        .headers()
                        .firstValue("RateLimit-Policy")
                        .filter(header -> header.contains(policy))
                        .isPresent());
    }
}
