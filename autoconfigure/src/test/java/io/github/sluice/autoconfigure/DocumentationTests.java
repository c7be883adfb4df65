package io.github.sluice.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.gateway.cost.CostResolver;
import io.github.sluice.testing.CodeBlock;
import io.github.sluice.testing.GatewayWiring;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisReactiveAutoConfiguration;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Mono;

/** Each YAML block of the README and of the documentation is one with which a gateway starts. */
class DocumentationTests {

    private static final String RATE_LIMITER = "org.springframework.cloud.gateway.config.GatewayRedisAutoConfiguration";
    private static final String ROUTES = "spring.cloud.gateway.server.webflux.routes";
    private static final Pattern ROUTE = Pattern.compile(Pattern.quote(ROUTES) + "\\[\\d+]");
    private static final String ONE_ROUTE = ROUTES + ":\n- id: orders\n";

    // The one of Redis is for RequestRateLimiter, whose arguments are bound too. It connects to nothing.
    private final ReactiveWebApplicationContextRunner runner = GatewayWiring.runner()
            .withConfiguration(AutoConfigurations.of(
                    DataRedisAutoConfiguration.class,
                    DataRedisReactiveAutoConfiguration.class,
                    ClassUtils.resolveClassName(RATE_LIMITER, null)))
            .withUserConfiguration(Application.class)
            .withPropertyValues("sluice.store=in-memory");

    /** The beans that the documentation names. */
    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        @Primary
        KeyResolver tenantKeyResolver() {
            return exchange -> Mono.empty();
        }

        @Bean
        KeyResolver session() {
            return exchange -> Mono.empty();
        }

        @Bean
        CostResolver byRows() {
            return exchange -> Mono.empty();
        }
    }

    static List<CodeBlock> blocks() {
        return CodeBlock.under(Path.of(".."), "yaml");
    }

    static List<CodeBlock> ours() {
        return blocks().stream().filter(CodeBlock::isOurs).toList();
    }

    @Test
    void knowsOneBlockOfAnotherProgram() {
        List<CodeBlock> others =
                blocks().stream().filter(block -> !block.isOurs()).toList();
        System.out.println("Not loaded, since they are marked as not ours: " + others);
        assertThat(others).hasSize(1);
        assertThat(ours()).hasSizeGreaterThan(20);
    }

    @ParameterizedTest
    @MethodSource("ours")
    void startsAGateway(CodeBlock block) throws IOException {
        Map<String, Object> properties = properties(withinARoute(block.text()));
        Set<String> names = properties.keySet();
        assertThat(names).isNotEmpty();
        if (names.stream().noneMatch(name -> name.startsWith("sluice.") || name.startsWith(ROUTES))) {
            // It is the application's, and this module knows nothing of it.
            assertThat(block.text()).contains("management");
            return;
        }
        Set<String> routes = routes(names);
        properties.putAll(missing(names, routes));
        runner.withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addLast(new MapPropertySource(block.place(), properties)))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    List<Route> built = context.getBean(RouteLocator.class)
                            .getRoutes()
                            .collectList()
                            .blockOptional(Duration.ofSeconds(20))
                            .orElseThrow();
                    assertThat(built).hasSameSizeAs(routes);
                    assertThat(built.stream()
                                    .anyMatch(route ->
                                            route.getFilters().toString().contains("TokenBucket")))
                            .isEqualTo(block.text().contains("TokenBucket"));
                });
    }

    /** In one source, for Spring takes each list from one alone. */
    private static Map<String, Object> properties(String yaml) throws IOException {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (PropertySource<?> source : new YamlPropertySourceLoader()
                .load("block", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))) {
            for (String name : ((EnumerablePropertySource<?>) source).getPropertyNames()) {
                properties.put(name, source.getProperty(name));
            }
        }
        return properties;
    }

    /** A block may show the filters of a route alone. */
    private static String withinARoute(String yaml) {
        return yaml.startsWith("filters:") ? ONE_ROUTE + yaml.indent(2) : yaml;
    }

    private static Set<String> routes(Set<String> names) {
        return names.stream()
                .flatMap(name -> ROUTE.matcher(name).results().map(found -> found.group()))
                .collect(Collectors.toSet());
    }

    private static Map<String, Object> missing(Set<String> names, Set<String> routes) {
        Map<String, Object> missing = new HashMap<>();
        for (String route : routes) {
            if (!names.contains(route + ".uri")) {
                missing.put(route + ".uri", "http://127.0.0.1:1");
            }
            if (names.stream().noneMatch(name -> name.startsWith(route + ".predicates"))) {
                missing.put(route + ".predicates[0]", "Path=/**");
            }
        }
        return missing;
    }
}
