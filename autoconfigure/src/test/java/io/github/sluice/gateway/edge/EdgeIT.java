package io.github.sluice.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.testing.LoopbackClient;
import io.github.sluice.testing.LoopbackClient.Answer;
import io.github.sluice.testing.TestGateway;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.web.server.SecurityWebFilterChain;
import reactor.core.publisher.Mono;

/** The edge in front of Spring Security, in a whole gateway. Each test is a client with an address of its own. */
class EdgeIT {

    private static final String ROUTES = """
            spring.cloud.gateway.server.webflux:
              routes:
                - id: limited
                  uri: ${upstream}
                  predicates: [Path=/limited/**]
                  filters: ["TokenBucket=100, 1/h"]
                - id: other
                  uri: ${upstream}
                  predicates: [Path=/**]
            """;

    private static final String EDGE = """
            sluice.edge:
              capacity: 5
              refill-rate: 1/h
              exempt: {ips: 127.0.0.100/31, methods: options, paths: [/public/**, /status]}
            management.health.redis.enabled: false
            management.endpoint.health.probes: {enabled: true, add-additional-paths: true}
            """;

    private static final AtomicInteger DECODED = new AtomicInteger();

    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.inMemory(EDGE + ROUTES, Security.class);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void stopsAFloodOfBadTokensBeforeTheyAreDecoded() {
        try (LoopbackClient client = new LoopbackClient("127.0.0.11")) {
            int before = DECODED.get();
            List<Answer> answers = client.flood(
                    500, uri("/limited"), "Authorization", "Bearer forged.by.me", "X-Forwarded-For", "1.1.1.1");
            assertThat(answers.stream().collect(Collectors.groupingBy(Answer::status, Collectors.counting())))
                    .containsOnly(Map.entry(401, 5L), Map.entry(429, 495L));
            assertThat(DECODED.get() - before).isEqualTo(5);
        }
    }

    @Test
    void answersAsAFilterOfARouteDoes() {
        try (LoopbackClient client = new LoopbackClient("127.0.0.12")) {
            Answer unauthorized = client.get(uri("/limited"), "Authorization", "Bearer forged.by.me");
            assertThat(unauthorized.status()).isEqualTo(401);
            assertThat(unauthorized.headers().getAll("RateLimit-Policy")).containsExactly("\"edge\";q=5;w=18000");
            Answer allowed = client.get(uri("/limited"));
            assertThat(allowed.status()).isEqualTo(200);
            assertThat(allowed.headers().getAll("RateLimit-Policy"))
                    .containsExactly("\"edge\";q=5;w=18000, \"default\";q=100;w=360000");
            assertThat(allowed.headers().getAll("RateLimit"))
                    .singleElement()
                    .asString()
                    .matches("\"edge\";r=3;t=\\d+, \"default\";r=99;t=3600");
            client.statuses(3, uri("/limited"));
            Answer denied = client.get(uri("/limited"));
            assertThat(denied.status()).isEqualTo(429);
            assertThat(Long.parseLong(denied.headers().get("Retry-After"))).isBetween(3500L, 3600L);
            assertThat(denied.headers().getAll("RateLimit"))
                    .singleElement()
                    .asString()
                    .startsWith("\"edge\";r=0;t=3");
            assertThat(denied.headers().get("Content-Type")).isEqualTo("application/problem+json");
            assertThat(denied.headers().get("Cache-Control")).isEqualTo("no-store");
            assertThat(denied.body()).contains("\"status\":429").contains("\"violated-policies\":[\"edge\"]");
            assertThat(client.send("HEAD", uri("/limited")).body()).isEmpty();
        }
    }

    @Test
    void neverLimitsTheActuator() {
        try (LoopbackClient client = new LoopbackClient("127.0.0.13")) {
            assertThat(client.statuses(6, uri("/other"))).endsWith(429);
            for (String path : new String[] {"/actuator", "/actuator/health", "/actuator/health/liveness", "/livez"}) {
                assertThat(client.statuses(10, uri(path))).as(path).containsOnly(200);
            }
            for (String path : new String[] {
                "/actuator/../other", "/actuator/%2e%2e/other", "/livez/..;/other", "//actuator/health", "/actuators"
            }) {
                assertThat(client.get(uri(path)).status()).as(path).isEqualTo(429);
            }
        }
    }

    @Test
    void doesNotLimitWhatIsExempt() {
        try (LoopbackClient friend = new LoopbackClient("127.0.0.101");
                LoopbackClient client = new LoopbackClient("127.0.0.102")) {
            assertThat(friend.statuses(10, uri("/other"))).containsOnly(200);
            assertThat(friend.get(uri("/other")).headers().contains("RateLimit"))
                    .isFalse();
            assertThat(client.statuses(6, uri("/other"))).endsWith(200, 429);
            assertThat(client.statuses(10, uri("/public/a"))).containsOnly(200);
            assertThat(client.get(uri("/status")).status()).isEqualTo(200);
            assertThat(client.send("OPTIONS", uri("/other")).status()).isEqualTo(200);
            assertThat(client.get(uri("/public/../other")).status()).isEqualTo(429);
        }
    }

    @Test
    void goesOnReadingAConnectionAfterADenialOnTheSpot() throws IOException {
        String request = "GET /other HTTP/1.1\r\nHost: gateway\r\n\r\n";
        try (LoopbackClient client = new LoopbackClient("127.0.0.14");
                Socket socket = new Socket("127.0.0.1", gateway.port(), InetAddress.getByName("127.0.0.14"), 0)) {
            client.statuses(4, uri("/other"));
            socket.setSoTimeout(20_000);
            BufferedReader answers =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            socket.getOutputStream().write(request.repeat(3).getBytes(StandardCharsets.US_ASCII));
            assertThat(nextStatus(answers)).startsWith("HTTP/1.1 200");
            assertThat(nextStatus(answers)).startsWith("HTTP/1.1 429");
            assertThat(nextStatus(answers)).startsWith("HTTP/1.1 429");
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            assertThat(nextStatus(answers)).startsWith("HTTP/1.1 429");
        }
    }

    @Test
    void countsItsVerdicts() {
        try (LoopbackClient client = new LoopbackClient("127.0.0.15")) {
            double allowed = count("allowed", "none");
            double denied = count("denied", "edge");
            double exempt = count("exempt", "none");
            client.statuses(7, uri("/other"));
            client.statuses(3, uri("/actuator/health"));
            assertThat(count("allowed", "none") - allowed).isEqualTo(5);
            assertThat(count("denied", "edge") - denied).isEqualTo(2);
            assertThat(count("exempt", "none") - exempt).isEqualTo(3);
        }
    }

    private static String uri(String path) {
        return "http://127.0.0.1:" + gateway.port() + path;
    }

    private static double count(String outcome, String limit) {
        return gateway
                .context()
                .getBean(MeterRegistry.class)
                .find("sluice.decisions")
                .tags("route", "edge", "filter", "edge", "outcome", outcome, "limit", limit)
                .counters()
                .stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private static String nextStatus(BufferedReader answers) throws IOException {
        String line = answers.readLine();
        while (line != null && !line.contains("HTTP/1.1 ")) {
            line = answers.readLine();
        }
        return line == null ? "closed" : line.substring(line.indexOf("HTTP/1.1 "));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebFluxSecurity
    static class Security {

        @Bean
        SecurityWebFilterChain everybodyMayButForgers(ServerHttpSecurity http) {
            return http.authorizeExchange(exchanges -> exchanges.anyExchange().permitAll())
                    .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
                    .csrf(ServerHttpSecurity.CsrfSpec::disable)
                    .build();
        }

        @Bean
        ReactiveJwtDecoder decoder() {
            return token -> {
                DECODED.incrementAndGet();
                return Mono.error(new BadJwtException("forged"));
            };
        }

        @Bean
        MeterRegistry meterRegistry() {
            return new SimpleMeterRegistry();
        }
    }
}
