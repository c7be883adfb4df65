package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import reactor.core.publisher.Mono;

/** The steps from RequestRateLimiter to here, with the YAML of {@code docs/migrating.md}. */
class MigrationIT {

    private static final Path GUIDE = Path.of("..", "docs", "migrating.md");
    private static final int MOST_REQUESTS = 300;
    private static final List<String> THEIRS = List.of(
            "X-RateLimit-Remaining",
            "X-RateLimit-Requested-Tokens",
            "X-RateLimit-Burst-Capacity",
            "X-RateLimit-Replenish-Rate");
    private static final List<String> OURS = List.of("RateLimit", "RateLimit-Policy");

    private static EmbeddedRedis redis;

    // Both limiters know nobody of that name yet.
    private final String tenant = UUID.randomUUID().toString();

    @TempDir
    private Path directory;

    /** What the guide's application has of its own; not annotated, so that no other test finds it. */
    static class Application {

        @Bean
        @Primary
        KeyResolver tenantKeyResolver() {
            return exchange ->
                    Mono.justOrEmpty(exchange.getRequest().getHeaders().getFirst("X-Tenant"));
        }
    }

    @BeforeAll
    static void startRedis() {
        redis = EmbeddedRedis.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @Test
    void beginsWithRequestRateLimiterAlone() throws IOException {
        try (ConfigurableApplicationContext gateway = start("Step 1: what there is")) {
            assertThat(caller(gateway).get("/orders/1").statusCode()).isEqualTo(403);
            seesTheHeadersOfRequestRateLimiter(ask(gateway));
            isDeniedAsByRequestRateLimiter(untilDenied(gateway));
        }
    }

    @Test
    void changesNothingForCallersInShadowAndCountsWhatItWouldDeny() throws IOException {
        try (ConfigurableApplicationContext gateway = start("Step 2: both, ours in shadow")) {
            assertThat(caller(gateway).get("/orders/1").statusCode()).isEqualTo(403);
            seesTheHeadersOfRequestRateLimiter(ask(gateway));
            assertThat(count(gateway, "shadow_denied")).isZero();
            isDeniedAsByRequestRateLimiter(untilDenied(gateway));
            assertThat(count(gateway, "allowed")).isBetween(10.0, (double) MOST_REQUESTS);
            assertThat(count(gateway, "shadow_denied")).isPositive();
            assertThat(count(gateway, "missing_key")).isEqualTo(1);
        }
    }

    @Test
    void enforcesWithTheHeadersThatCallersKnow() throws IOException {
        try (ConfigurableApplicationContext gateway = start("Step 3: ours enforces, with their headers")) {
            assertThat(caller(gateway).get("/orders/1").statusCode()).isEqualTo(403);
            seesTheHeadersOfRequestRateLimiter(ask(gateway));
            HttpResponse<String> denied = untilDenied(gateway);
            assertThat(denied.headers().map()).containsKeys(THEIRS.toArray(String[]::new));
            assertThat(denied.headers().map().keySet()).doesNotContainAnyElementsOf(OURS);
            isDeniedByUs(denied);
        }
    }

    @Test
    void endsWithHeadersOfItsOwn() throws IOException {
        try (ConfigurableApplicationContext gateway = start("Step 4: remove the rest")) {
            assertThat(caller(gateway).get("/orders/1").statusCode()).isEqualTo(403);
            HttpResponse<String> allowed = ask(gateway);
            assertThat(allowed.statusCode()).isEqualTo(200);
            assertThat(allowed.headers().map())
                    .containsEntry("RateLimit-Policy", List.of("\"default\";q=10;w=10"))
                    .containsEntry("RateLimit", List.of("\"default\";r=9;t=1"));
            HttpResponse<String> denied = untilDenied(gateway);
            assertThat(denied.headers().map().keySet()).doesNotContainAnyElementsOf(THEIRS);
            assertThat(denied.headers().firstValue("RateLimit")).hasValue("\"default\";r=0;t=1");
            isDeniedByUs(denied);
        }
    }

    private static void seesTheHeadersOfRequestRateLimiter(HttpResponse<String> allowed) {
        assertThat(allowed.statusCode()).isEqualTo(200);
        assertThat(allowed.headers().map())
                .containsAllEntriesOf(Map.of(
                        "X-RateLimit-Remaining", List.of("9"),
                        "X-RateLimit-Requested-Tokens", List.of("1"),
                        "X-RateLimit-Burst-Capacity", List.of("10"),
                        "X-RateLimit-Replenish-Rate", List.of("1")));
        assertThat(allowed.headers().map().keySet()).doesNotContainAnyElementsOf(OURS);
    }

    private static void isDeniedAsByRequestRateLimiter(HttpResponse<String> denied) {
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(denied.headers().firstValue("X-RateLimit-Remaining")).hasValue("0");
        assertThat(denied.headers().map().keySet())
                .doesNotContain("Retry-After")
                .doesNotContainAnyElementsOf(OURS);
        assertThat(denied.body()).isEmpty();
    }

    private static void isDeniedByUs(HttpResponse<String> denied) {
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(denied.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(denied.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(denied.body()).contains("quota-exceeded");
    }

    private HttpResponse<String> ask(ConfigurableApplicationContext gateway) {
        return caller(gateway).get("/orders/1", "X-Tenant", tenant);
    }

    /** The first denial; one request has been allowed before. */
    private HttpResponse<String> untilDenied(ConfigurableApplicationContext gateway) {
        for (int allowed = 1; allowed < MOST_REQUESTS; allowed++) {
            HttpResponse<String> response = ask(gateway);
            if (response.statusCode() != 200) {
                assertThat(allowed).isGreaterThanOrEqualTo(10);
                return response;
            }
        }
        throw new AssertionError("nothing was denied");
    }

    private static double count(ConfigurableApplicationContext gateway, String outcome) {
        return gateway.getBean(MeterRegistry.class).find("sluice.decisions").tag("outcome", outcome).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private static Caller caller(ConfigurableApplicationContext gateway) {
        return new Caller(gateway.getEnvironment().getRequiredProperty("local.server.port", int.class));
    }

    private ConfigurableApplicationContext start(String step) throws IOException {
        Matcher yaml =
                Pattern.compile("(?s)\n### " + step + "\n.*?```yaml\n(.*?)```").matcher(Files.readString(GUIDE));
        assertThat(yaml.find()).as(step).isTrue();
        assertThat(yaml.group(1)).contains("redis.internal", "http://orders:8080");
        Path file = Files.writeString(
                directory.resolve("application.yml"),
                yaml.group(1)
                        .replace("redis.internal", EmbeddedRedis.HOST)
                        .replace("http://orders:8080", "http://127.0.0.1:${sample.upstream.port}"));
        return new SpringApplicationBuilder(SampleGatewayApplication.class, Application.class)
                .run(
                        "--spring.config.location=file:" + file,
                        "--spring.data.redis.port=" + redis.port(),
                        // On a slow machine too, each decision here is to be the one of Redis.
                        "--sluice.redis.timeout=20s",
                        "--server.port=0");
    }
}
