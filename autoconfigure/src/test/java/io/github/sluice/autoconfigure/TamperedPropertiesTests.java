package io.github.sluice.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.github.sluice.testing.GatewayWiring;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Every property with a value that cannot be meant: each stops the start, by its name. */
class TamperedPropertiesTests {

    /** What may be any text. */
    private static final Set<String> FREE = Set.of("sluice.key-secret", "sluice.jwt.plan-claim");

    private static final Map<String, String> TAMPERED = new LinkedHashMap<>();

    static {
        TAMPERED.put("sluice.enabled", "perhaps");
        TAMPERED.put("sluice.mode", "watch");
        TAMPERED.put("sluice.store", "database");
        TAMPERED.put("sluice.redis.key-prefix", "{a}:");
        TAMPERED.put("sluice.redis.connection-factory", "nobody");
        TAMPERED.put("sluice.redis.timeout", "soon");
        TAMPERED.put("sluice.redis.max-waiting", "0");
        TAMPERED.put("sluice.redis.coalescing", "perhaps");
        TAMPERED.put("sluice.denial-cache.enabled", "perhaps");
        TAMPERED.put("sluice.denial-cache.max-keys", "-1");
        TAMPERED.put("sluice.denial-cache.max-age", "-1s");
        TAMPERED.put("sluice.store-failure.mode", "panic");
        TAMPERED.put("sluice.store-failure.replicas", "0");
        TAMPERED.put("sluice.store-failure.breaker.failure-rate-threshold", "101");
        TAMPERED.put("sluice.store-failure.breaker.window", "some");
        TAMPERED.put("sluice.store-failure.breaker.minimum-calls", "21");
        TAMPERED.put("sluice.store-failure.breaker.open-time", "0s");
        TAMPERED.put("sluice.store-failure.breaker.probes", "0");
        TAMPERED.put("sluice.local.max-buckets", "0");
        TAMPERED.put("sluice.client-ip.trusted-proxies", "proxy.internal");
        TAMPERED.put("sluice.client-ip.header", "x-real-ip");
        TAMPERED.put("sluice.client-ip.ipv6-prefix", "129");
        TAMPERED.put("sluice.api-key.headers", " ");
        TAMPERED.put("sluice.api-key.query-parameters", "a,,b");
        TAMPERED.put("sluice.api-key.clients", "acme");
        TAMPERED.put("sluice.plans", "gold");
        TAMPERED.put("sluice.edge.capacity", "0");
        TAMPERED.put("sluice.edge.refill-rate", "5");
        TAMPERED.put("sluice.edge.limits", "burst");
        TAMPERED.put("sluice.edge.exempt.ips", "10.0.0.0/33");
        TAMPERED.put("sluice.edge.exempt.methods", "a/b");
        TAMPERED.put("sluice.edge.exempt.paths", "health");
        TAMPERED.put("sluice.response.headers", "none,ietf");
        // Names that nobody knows, and what is within lists and maps.
        TAMPERED.put("sluice.redis.timout", "100ms");
        TAMPERED.put("sluice.rediss.timeout", "100ms");
        TAMPERED.put("sluice.plans.gold.capcity", "5");
        TAMPERED.put("sluice.plans.gold.capacity", "5");
        TAMPERED.put("sluice.plans.gold.limits[0].capacity", "5");
        TAMPERED.put("sluice.api-key.clients[0].id", "acme");
        TAMPERED.put("sluice.api-key.clients[0].sha256", "0123");
        TAMPERED.put("sluice.edge.limits[0].name", "bürst");
    }

    private final ReactiveWebApplicationContextRunner runner =
            GatewayWiring.runner().withBean("own", ReactiveRedisConnectionFactory.class, LettuceConnectionFactory::new);

    static Stream<String> tampered() {
        return TAMPERED.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("tampered")
    void stopsTheStartByItsName(String property) {
        String[] rest = property.equals("sluice.edge.capacity") || !property.startsWith("sluice.edge.")
                ? new String[] {"sluice.edge.refill-rate=5/s"}
                : property.startsWith("sluice.edge.limits") ? new String[0] : new String[] {"sluice.edge.capacity=5"};
        String[] edge = property.startsWith("sluice.edge.exempt")
                ? new String[] {"sluice.edge.capacity=5", "sluice.edge.refill-rate=5/s"}
                : property.startsWith("sluice.edge.") ? rest : new String[0];
        runner.withPropertyValues(edge)
                .withPropertyValues(property + "=" + TAMPERED.get(property))
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(context.getStartupFailure()).hasStackTraceContaining(named(property));
                });
    }

    /** Within a plan or a list, what is missing beside it may be named. */
    private static String named(String property) {
        return property.replaceAll("\\[\\d]\\.\\w+$", "").replaceAll("(sluice\\.plans\\.gold)\\..*", "$1");
    }

    @Test
    void leavesNoPropertyOut() throws IOException {
        try (InputStream metadata = getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            Set<String> known = new HashSet<>(
                    JsonPath.<List<String>>read(metadata, "$.properties[?(@.name =~ /sluice\\..*/)].name"));
            known.removeAll(TAMPERED.keySet());
            assertThat(known).isEqualTo(FREE);
        }
    }

    @Test
    void startsWithNoneOfThem() {
        runner.run(context -> assertThat(context).hasNotFailed());
    }
}
