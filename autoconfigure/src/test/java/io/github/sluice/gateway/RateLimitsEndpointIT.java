package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.github.sluice.testing.TestGateway;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an operator reads at {@code /actuator/ratelimits}. */
class RateLimitsEndpointIT {

    private static final String YAML = """
            sluice:
              plans:
                gold: {capacity: 5, refill-rate: 1/h}
                banned: {blocked: true}
              api-key.clients:
                - {id: acme, plan: gold, sha256: 2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683}
                - {id: mallory, plan: banned, sha256: ad95d5fa651ba86d8923fe1238d24a4f1988a752acfe426ac72ac7c04471bc17}
              edge: {capacity: 1000, refill-rate: 500/s}
            management.endpoints.web.exposure.include: ratelimits
            spring.cloud.gateway.server.webflux.routes:
              - id: orders/v1.0
                uri: ${upstream}
                predicates: [Path=/orders/**]
                filters:
                  - TokenBucket=100, 50/s, ip
                  - name: TokenBucket
                    args:
                      name: 0
                      key: api-key|ip
                      limits:
                        - {name: burst, capacity: 3, refill-rate: 1/h}
                        - {name: day, capacity: 10, refill-rate: 10/d}
                      cost: 2
                      costs: [{methods: POST, cost: 3}]
                      mode: shadow
                      on-store-failure: deny
              - id: shared
                uri: ${upstream}
                predicates: [Path=/shared/**]
                filters:
                  - {name: TokenBucket, args: {name: all, scope: shared, capacity: 10, refill-rate: 1/h, plans: none, settle: {refund-on: 5xx}}}
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
    void listsAllFiltersInTheOrderInWhichARequestMeetsThem() {
        String all = gateway.get("/actuator/ratelimits").body();
        assertThat(JsonPath.<List<String>>read(all, "$.filters[*].bucket"))
                .containsExactly("edge", "orders_2fv1_2e0.0", "orders_2fv1_2e0._30", "~all");
        Map<String, Object> second = JsonPath.read(all, "$.filters[2]");
        assertThat(second)
                .containsEntry("route", "orders/v1.0")
                .containsEntry("filter", "0")
                .containsEntry("key", "api-key|ip")
                .containsEntry("cost", "2")
                .containsEntry("costs", 1)
                .containsEntry("mode", "shadow")
                .containsEntry("on-store-failure", "deny")
                .containsEntry(
                        "limits",
                        List.of(
                                Map.of("name", "burst", "capacity", 3, "refill-rate", "1/h"),
                                Map.of("name", "day", "capacity", 10, "refill-rate", "10/d")))
                .containsEntry(
                        "plans",
                        Map.of(
                                "gold", Map.of("capacity", 5, "refill-rate", "1/h"),
                                "banned", Map.of("blocked", true)));
        assertThat(JsonPath.<Map<String, Object>>read(all, "$.filters[3]"))
                .containsEntry("settles", true)
                .containsEntry("plans", Map.of());
        assertThat(JsonPath.<Map<String, Object>>read(all, "$.store"))
                .containsEntry("type", "in-memory")
                .containsEntry("state", "ok")
                .containsEntry("breaker", "closed");
    }

    @Test
    void readsACallersBucketAndTakesNothing() {
        gateway.get("/orders", "X-API-Key", "nobody");
        for (int i = 0; i < 2; i++) {
            String bucket = gateway.get("/actuator/ratelimits/orders_2fv1_2e0._30?caller=127.0.0.1")
                    .body();
            assertThat(JsonPath.<String>read(bucket, "$.bucket")).isEqualTo("orders_2fv1_2e0._30");
            assertThat(JsonPath.<String>read(bucket, "$.caller")).isEqualTo("127.0.0.1");
            assertThat(JsonPath.<Integer>read(bucket, "$.remaining")).isEqualTo(1);
            assertThat(JsonPath.<List<Integer>>read(bucket, "$.limits[*].remaining"))
                    .containsExactly(1, 8);
            assertThat(JsonPath.<List<String>>read(bucket, "$.limits[*].refill-rate"))
                    .containsExactly("1/h", "10/d");
            assertThat(Duration.parse(JsonPath.read(bucket, "$.limits[0].full-in")))
                    .isBetween(Duration.ofMinutes(119), Duration.ofHours(2));
            assertThat(JsonPath.<Object>read(bucket, "$.plan")).isNull();
            assertThat(JsonPath.<Object>read(bucket, "$.override")).isNull();
        }
    }

    @Test
    void readsTheBucketOfAClientOnItsPlanAlsoBeforeItCalls() {
        String bucket = gateway.get("/actuator/ratelimits/orders_2fv1_2e0._30?caller=acme")
                .body();
        assertThat(JsonPath.<String>read(bucket, "$.plan")).isEqualTo("gold");
        assertThat(JsonPath.<Integer>read(bucket, "$.remaining")).isEqualTo(5);
        gateway.get("/orders", "X-API-Key", "key");
        String later = gateway.get("/actuator/ratelimits/orders_2fv1_2e0._30?caller=acme")
                .body();
        assertThat(JsonPath.<Integer>read(later, "$.remaining")).isEqualTo(3);
        String banned = gateway.get("/actuator/ratelimits/orders_2fv1_2e0._30?caller=mallory")
                .body();
        assertThat(JsonPath.<String>read(banned, "$.plan")).isEqualTo("banned");
        assertThat(JsonPath.<Object>read(banned, "$.remaining")).isNull();
    }

    @Test
    void saysWhatIsWrongWithAName() {
        assertThat(gateway.get("/actuator/ratelimits/nowhere.0?caller=acme").statusCode())
                .isEqualTo(404);
        assertThat(gateway.get("/actuator/ratelimits/edge").statusCode()).isEqualTo(400);
        HttpResponse<String> unknown = gateway.get("/actuator/ratelimits/edge?caller=acme");
        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(unknown.body()).contains("no caller is called so");
    }

    @Test
    void changesNothingUnlessItsAccessIsOpened() {
        assertThat(gateway.send("DELETE", "/actuator/ratelimits/edge?caller=127.0.0.1")
                        .statusCode())
                .isIn(404, 405);
        assertThat(gateway.post("/actuator/ratelimits/edge", "{}").statusCode()).isIn(404, 405);
    }
}
