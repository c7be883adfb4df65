package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.cloud.gateway.filter.ratelimit.RedisRateLimiter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import reactor.core.publisher.Mono;

/** What the converter prints starts as a gateway. */
class ConvertedConfigurationIT {

    private static final Path FILES = Path.of("src", "test", "resources", "convert");

    /** What the applications of these files have of their own; not annotated, so that no other test finds it. */
    static class Application {

        /** The gateway wants one that it may take where none is named. */
        @Bean
        @Primary
        KeyResolver userKeyResolver() {
            return exchange -> Mono.just("user");
        }

        @Bean
        KeyResolver ipKeyResolver() {
            return exchange -> Mono.just("address");
        }

        @Bean
        RedisRateLimiter exportRateLimiter() {
            return new RedisRateLimiter(1, 2);
        }

        @Bean
        Integer reportLimits() {
            return 10;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "default-filters, '', 2, 3",
        "default-filters, partners, 2, 3",
        "spel-resolvers, '', 4, 2",
        "several-routes, '', 5, 4",
        "dotted-keys, '', 2, 2",
    })
    void bindsAndStarts(String name, String profile, int routes, int tokenBuckets) {
        Path file = FILES.resolve(name + ".converted.yml");
        try (ConfigurableApplicationContext gateway = new SpringApplicationBuilder(
                        SampleGatewayApplication.class, Application.class)
                .profiles(profile.isEmpty() ? new String[0] : new String[] {profile})
                .run(
                        "--spring.config.location=file:" + file,
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--spring.data.redis.host=127.0.0.1",
                        "--spring.data.redis.port=1")) {
            List<Route> built = gateway.getBean(RouteLocator.class)
                    .getRoutes()
                    .collectList()
                    .blockOptional(Duration.ofSeconds(30))
                    .orElseThrow();
            assertThat(built).hasSize(routes);
            assertThat(built.stream()
                            .flatMap(route -> route.getFilters().stream())
                            .filter(filter -> filter.toString().contains("TokenBucket")))
                    .hasSize(tokenBuckets);
        }
    }
}
