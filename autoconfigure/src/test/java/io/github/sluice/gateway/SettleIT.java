package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.testing.LoopbackClient;
import io.github.sluice.testing.TestGateway;
import io.github.sluice.testing.TestRedis;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Costs that only the response tells, in a gateway on a real Redis whose buckets hardly drip; each test has a key of its own. */
class SettleIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String YAML = """
            sluice.redis: {timeout: 5s, key-prefix: "settle-%s:"}
            sluice.plans: {free: {unlimited: true}}
            sluice.api-key.clients:
              - {id: free, plan: free, sha256: ad95d5fa651ba86d8923fe1238d24a4f1988a752acfe426ac72ac7c04471bc17}
            spring.cloud.gateway.server.webflux.routes:
              - id: plain
                uri: ${upstream}
                predicates: [Path=/plain/**]
                filters:
                  - name: TokenBucket
                    args:
                      capacity: 100
                      refill-rate: 1/h
                      key: header:Caller
                      exempt: {paths: /plain/exempt}
                      settle: {refund-on: 5xx}
              - id: large
                uri: ${upstream}
                predicates: [Path=/large/**]
                filters:
                  - name: TokenBucket
                    args: {capacity: 10000, refill-rate: 1/h, key: header:Caller, cost: 5, settle: {header: X-Tokens-Used}}
              - id: free
                uri: ${upstream}
                predicates: [Path=/free/**]
                filters:
                  - name: TokenBucket
                    args: {capacity: 10, refill-rate: 1/h, key: header:Caller, cost: 0, settle: {max-debt: 3}}
                  - {name: TokenBucket, args: {name: watch, capacity: 10, refill-rate: 1/h, key: header:Caller}}
              - id: debt
                uri: ${upstream}
                predicates: [Path=/debt/**]
                filters:
                  - name: TokenBucket
                    args: {capacity: 5, refill-rate: 1/h, key: header:Caller, settle: {max-debt: 3}}
              - id: two
                uri: ${upstream}
                predicates: [Path=/two/**]
                filters:
                  - name: TokenBucket
                    args: {name: all, capacity: 100, refill-rate: 1/h, key: header:Caller, settle: {max-debt: 0}}
                  - name: TokenBucket
                    args: {name: each, capacity: 50, refill-rate: 1/h, key: header:Caller, settle: {max-debt: 0}}
              - id: retried
                uri: ${upstream}
                predicates: [Path=/retried/**]
                filters:
                  - {name: Retry, args: {retries: 3, methods: GET, statuses: SERVICE_UNAVAILABLE}}
                  - name: TokenBucket
                    args: {capacity: 100, refill-rate: 1/h, key: header:Caller, settle: {header: X-Sluice-Cost}}
              - id: unreachable
                uri: ${nowhere}
                predicates: [Path=/unreachable/**]
                filters:
                  - name: TokenBucket
                    args: {capacity: 100, refill-rate: 1/h, key: header:Caller, settle: {refund-on: "404, 5xx"}}
              - id: keys
                uri: ${upstream}
                predicates: [Path=/keys/**]
                filters:
                  - name: TokenBucket
                    args: {capacity: 100, refill-rate: 1/h, key: api-key, settle: {refund-on: 5xx}}
            """.formatted(UUID.randomUUID());

    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.on(TestRedis.shared(), YAML);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void chargesWhatTheResponseSaysAndHidesIt() {
        HttpResponse<String> first = gateway.get("/plain", "Caller", "a", "Answer-X-Sluice-Cost", "7");
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().map()).doesNotContainKey("x-sluice-cost");
        assertThat(used("/plain", "a", 100)).isEqualTo(7);
    }

    @Test
    void givesBackWhatWasNotUsed() {
        gateway.get("/plain", "Caller", "b", "Answer-X-Sluice-Cost", "0");
        assertThat(used("/plain", "b", 100)).isZero();
        gateway.get("/large", "Caller", "b", "Answer-X-Tokens-Used", "2");
        assertThat(remaining(gateway.get("/large", "Caller", "b"))).isEqualTo(10000 - 2 - 5);
    }

    @Test
    void givesBackEverythingForTheStatusesThatSaySo() {
        gateway.get("/plain", "Caller", "c", "Answer-Status", "503", "Answer-X-Sluice-Cost", "9");
        assertThat(used("/plain", "c", 100)).isZero();
        gateway.get("/plain", "Caller", "c", "Answer-Status", "404");
        // The two that looked, and the 404.
        assertThat(used("/plain", "c", 100)).isEqualTo(2);
        assertThat(gateway.statuses(3, "/unreachable", "Caller", "c")).containsOnly(500);
        assertThat(gateway.get("/unreachable", "Caller", "c").headers().firstValue("RateLimit"))
                .hasValue("\"default\";r=99;t=3600");
    }

    @Test
    void keepsTheEstimateWhereNothingReadableIsSaid() {
        double ignored = count("plain", "ignored");
        for (String cost : List.of("-1", "1.5", "many", "", "1000000000001", "99999999999999999999")) {
            assertThat(gateway.get("/plain", "Caller", "d", "Answer-X-Sluice-Cost", cost)
                            .headers()
                            .map())
                    .doesNotContainKey("x-sluice-cost");
        }
        gateway.get("/plain", "Caller", "d", "Answer-X-Sluice-Cost", "5", "Answer-X-Sluice-Cost", "6");
        assertThat(used("/plain", "d", 100)).isEqualTo(7);
        assertThat(count("plain", "ignored") - ignored).isEqualTo(7);
    }

    @Test
    void chargesIntoDebtAsFarAsItMayAndTellsTheWait() {
        gateway.get("/debt", "Caller", "e", "Answer-X-Sluice-Cost", "50");
        HttpResponse<String> denied = gateway.get("/debt", "Caller", "e");
        assertThat(denied.statusCode()).isEqualTo(429);
        // From -3 to 1.
        assertThat(denied.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(4 * 3600L - 60, 4 * 3600L);
    }

    @Test
    void chargesAFreeRequestWhatItTurnsOutToCost() {
        gateway.get("/free", "Caller", "f", "Answer-X-Sluice-Cost", "4");
        // Told when the store has answered, which the response does not wait for.
        Awaitility.await().atMost(PATIENCE).until(() -> count("free", "charged") == 1);
        assertThat(gateway.get("/free", "Caller", "f").headers().firstValue("RateLimit"))
                .hasValueSatisfying(state -> assertThat(state).startsWith("\"watch\";r=8"));
    }

    @Test
    void settlesEachFilterThatSaysSo() {
        gateway.get("/two", "Caller", "g", "Answer-X-Sluice-Cost", "40");
        assertThat(gateway.get("/two", "Caller", "g").headers().firstValue("RateLimit"))
                .hasValueSatisfying(
                        state -> assertThat(state).startsWith("\"all\";r=59;").contains(", \"each\";r=9;"));
    }

    @Test
    void settlesARetriedRequestOnceByItsLastResponse() {
        int before = gateway.upstream().requests().size();
        gateway.get("/retried", "Caller", "h", "Answer-Status", "503", "Answer-X-Sluice-Cost", "6");
        assertThat(gateway.upstream().requests().size() - before).isEqualTo(4);
        assertThat(used("/retried", "h", 100)).isEqualTo(6);
    }

    @Test
    void settlesNothingForACallerWhoIsNotLimitedButHidesTheHeader() {
        for (HttpResponse<String> answer : List.of(
                gateway.get("/plain/exempt", "Caller", "i", "Answer-X-Sluice-Cost", "50"),
                gateway.get("/keys", "X-API-Key", "free", "Answer-X-Sluice-Cost", "50"))) {
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().map()).doesNotContainKey("x-sluice-cost");
        }
        assertThat(used("/plain", "i", 100)).isZero();
    }

    @Test
    void sumsUpExactlyOverParallelExchanges() {
        try (LoopbackClient client = new LoopbackClient("127.0.0.1")) {
            List<Integer> costs = IntStream.range(0, 64).boxed().toList();
            client.all(
                            costs,
                            cost -> new String[] {"Caller", "j", "Answer-X-Tokens-Used", "" + cost},
                            gateway.uri("/large").toString())
                    .forEach(answer -> assertThat(answer.status()).isEqualTo(200));
            int sum = costs.stream().mapToInt(Integer::intValue).sum();
            assertThat(remaining(gateway.get("/large", "Caller", "j"))).isEqualTo(10000 - sum - 5);
        }
    }

    @Test
    void keepsTheEstimateOfACallerWhoHangsUp() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
            OutputStream out = socket.getOutputStream();
            out.write("GET /large/silent HTTP/1.1\r\nHost: gateway\r\nCaller: k\r\nAnswer-Never: true\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            assertThat(gateway.upstream().waitFor("GET /large/silent", PATIENCE))
                    .isTrue();
        }
        assertThat(gateway.upstream().waitUntilLeft("GET /large/silent", PATIENCE))
                .isTrue();
        assertThat(remaining(gateway.get("/large", "Caller", "k"))).isEqualTo(10000 - 5 - 5);
    }

    /** The tokens that a caller has used, without those of this look. */
    private static long used(String path, String caller, long capacity) {
        return capacity - remaining(gateway.get(path, "Caller", caller)) - 1;
    }

    private static long remaining(HttpResponse<String> response) {
        String state = response.headers().firstValue("RateLimit").orElseThrow();
        return Long.parseLong(state.replaceAll(".*;r=(\\d+).*", "$1"));
    }

    private static double count(String route, String outcome) {
        return gateway
                .context()
                .getBean(MeterRegistry.class)
                .find("sluice.settlements")
                .tag("route", route)
                .tag("outcome", outcome)
                .counters()
                .stream()
                .mapToDouble(Counter::count)
                .sum();
    }
}
