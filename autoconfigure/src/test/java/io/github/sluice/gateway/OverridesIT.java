package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.github.sluice.testing.TestGateway;
import io.github.sluice.testing.TestRedis;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an operator says of callers through one gateway, and what another that shares the Redis makes of it. */
class OverridesIT {

    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final String YAML = """
            sluice.redis: {timeout: 5s, key-prefix: "overrides-%s:"}
            sluice.plans: {gold: {capacity: 5, refill-rate: 1/h}}
            management:
              endpoints.web.exposure.include: ratelimits
              endpoint.ratelimits.access: unrestricted
            spring.cloud.gateway.server.webflux.routes:
              - {id: tenant, uri: "${upstream}", predicates: [Path=/tenant/**], filters: ["TokenBucket=2, 1/h, header:X-Tenant"]}
              - {id: other, uri: "${upstream}", predicates: [Path=/other/**], filters: ["TokenBucket=2, 1/h, header:X-Tenant"]}
            """.formatted(UUID.randomUUID());

    private static TestGateway one;
    private static TestGateway two;

    @BeforeAll
    static void start() {
        one = TestGateway.on(TestRedis.shared(), YAML);
        two = TestGateway.on(TestRedis.shared(), YAML);
    }

    @AfterAll
    static void stop() {
        one.close();
        two.close();
    }

    @Test
    void blocksACallerAtAllGatewaysForAWhile() {
        assertThat(two.get("/tenant", "X-Tenant", "a").statusCode()).isEqualTo(200);
        assertThat(say("tenant.0", "{'caller': 'a', 'plan': 'blocked', 'duration': '90s'}")
                        .statusCode())
                .isEqualTo(200);
        HttpResponse<String> here = one.get("/tenant", "X-Tenant", "a");
        assertThat(here.statusCode()).isEqualTo(429);
        assertThat(here.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(1L, 90L);
        within(A_SECOND).until(() -> two.get("/tenant", "X-Tenant", "a").statusCode() == 429);
        // Nobody else, and nowhere else.
        assertThat(two.get("/tenant", "X-Tenant", "b").statusCode()).isEqualTo(200);
        assertThat(two.get("/other", "X-Tenant", "a").statusCode()).isEqualTo(200);
    }

    @Test
    void raisesALimitThatIsDeniedAndRememberedElsewhere() {
        assertThat(two.statuses(4, "/tenant", "X-Tenant", "c")).containsExactly(200, 200, 429, 429);
        assertThat(say("tenant.0", "{'caller': 'c', 'capacity': 9, 'refillRate': '100/s', 'duration': 'PT1H'}")
                        .statusCode())
                .isEqualTo(200);
        within(A_SECOND).until(() -> two.get("/tenant", "X-Tenant", "c").statusCode() == 200);
        assertThat(two.get("/tenant", "X-Tenant", "c").headers().firstValue("RateLimit-Policy"))
                .hasValue("\"default\";q=9;w=1");
    }

    @Test
    void freesACallerAndTakesThatBack() {
        assertThat(one.statuses(3, "/tenant", "X-Tenant", "d")).containsExactly(200, 200, 429);
        say("tenant.0", "{'caller': 'd', 'plan': 'unlimited', 'duration': '1h'}");
        assertThat(one.statuses(5, "/tenant", "X-Tenant", "d")).containsOnly(200);
        within(A_SECOND).until(() -> two.get("/tenant", "X-Tenant", "d").statusCode() == 200);
        assertThat(one.send("DELETE", "/actuator/ratelimits/tenant.0/override?caller=d")
                        .statusCode())
                .isEqualTo(200);
        assertThat(one.get("/tenant", "X-Tenant", "d").statusCode()).isEqualTo(429);
        within(A_SECOND).until(() -> two.get("/tenant", "X-Tenant", "d").statusCode() == 429);
        assertThat(one.send("DELETE", "/actuator/ratelimits/tenant.0/override?caller=d")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void putsACallerOnAPlanOfTheFilter() {
        say("tenant.0", "{'caller': 'e', 'plan': 'gold', 'duration': '1h'}");
        assertThat(one.statuses(6, "/tenant", "X-Tenant", "e")).containsExactly(200, 200, 200, 200, 200, 429);
    }

    @Test
    void endsByItself() {
        say("tenant.0", "{'caller': 'f', 'plan': 'blocked', 'duration': '1s'}");
        assertThat(one.get("/tenant", "X-Tenant", "f").statusCode()).isEqualTo(429);
        within(Duration.ofSeconds(3))
                .until(() -> one.get("/tenant", "X-Tenant", "f").statusCode() == 200);
    }

    @Test
    void fillsABucketAtAllGateways() {
        assertThat(two.statuses(4, "/tenant", "X-Tenant", "g")).containsExactly(200, 200, 429, 429);
        HttpResponse<String> filled = one.send("DELETE", "/actuator/ratelimits/tenant.0?caller=g");
        assertThat(JsonPath.<Integer>read(filled.body(), "$.remaining")).isEqualTo(2);
        within(A_SECOND).until(() -> two.get("/tenant", "X-Tenant", "g").statusCode() == 200);
    }

    @Test
    void showsWhatWasSaidInTheEndpointAndTheMeters() {
        String said = say("other.0", "{'caller': 'h', 'capacity': 7, 'refillRate': '7/d', 'duration': '1h'}")
                .body();
        assertThat(JsonPath.<Integer>read(said, "$.override.capacity")).isEqualTo(7);
        String hash = JsonPath.read(said, "$.hash");
        // By the hash too, at the other gateway.
        within(A_SECOND)
                .untilAsserted(() -> assertThat(JsonPath.<String>read(
                                two.get("/actuator/ratelimits/other.0?caller=" + hash)
                                        .body(),
                                "$.override.refill-rate"))
                        .isEqualTo("7/d"));
        String all = one.get("/actuator/ratelimits").body();
        assertThat(JsonPath.<java.util.List<String>>read(all, "$.overrides[?(@.caller == '" + hash + "')].bucket"))
                .containsExactly("other.0");
        assertThat(
                        JsonPath.<java.util.List<String>>read(all, "$.overrides[?(@.caller == '" + hash + "')].ends-in")
                                .stream()
                                .map(Duration::parse))
                .allSatisfy(left -> assertThat(left).isBetween(Duration.ofMinutes(59), Duration.ofHours(1)));
        assertThat(one.context()
                        .getBean(MeterRegistry.class)
                        .get("sluice.overrides")
                        .gauge()
                        .value())
                .isPositive();
    }

    @Test
    void refusesWhatIsNoOverride() {
        for (String[] row : new String[][] {
            {"{'caller': 'x', 'plan': 'platinum', 'duration': '1h'}", "unlimited, blocked, gold"},
            {"{'caller': 'x', 'plan': 'gold', 'duration': '3600'}", "write its unit"},
            {"{'caller': 'x', 'plan': 'gold', 'duration': 'soon'}", "soon"},
            {"{'caller': 'x', 'plan': 'gold', 'duration': '400d'}", "1s to 365d"},
            {"{'caller': 'x', 'plan': 'gold', 'capacity': 5, 'duration': '1h'}", "capacity"},
            {"{'caller': 'x', 'capacity': 5, 'duration': '1h'}", "refill-rate"},
            {"{'caller': 'x', 'capacity': 0, 'refillRate': '1/s', 'duration': '1h'}", "1 to 1000000000000"},
            {"{'caller': 'x', 'capacity': 5, 'refillRate': '1', 'duration': '1h'}", "N/unit"},
            {"{'caller': '', 'plan': 'gold', 'duration': '1h'}", "no caller is called so"},
            {"{'plan': 'gold', 'duration': '1h'}", "400"},
        }) {
            HttpResponse<String> refused = say("tenant.0", row[0]);
            assertThat(refused.statusCode()).as(row[0]).isEqualTo(400);
            assertThat(refused.body()).as(row[0]).contains(row[1]);
        }
        assertThat(say("nowhere.0", "{'caller': 'x', 'plan': 'gold', 'duration': '1h'}")
                        .statusCode())
                .isEqualTo(404);
    }

    private static HttpResponse<String> say(String bucket, String json) {
        return one.post("/actuator/ratelimits/" + bucket, json.replace('\'', '"'));
    }

    private static ConditionFactory within(Duration time) {
        return Awaitility.await()
                .pollInSameThread()
                .pollInterval(Duration.ofMillis(20))
                .atMost(time);
    }
}
