package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.testing.TestGateway;
import io.github.sluice.testing.TestRedis;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.ReactiveStringRedisTemplate;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityExceptionHandler;
import reactor.core.publisher.Mono;

/** Beside everything that an application may have of its own. */
class NeighbourIT {

    private static final String YAML = """
            spring.data.redis: {host: 127.0.0.1, port: 1}
            sluice.redis: {timeout: 5s, key-prefix: "neighbour-%s:", connection-factory: limits}
            spring:
              threads.virtual.enabled: true
              webflux.problemdetails.enabled: true
              cloud:
                discovery.client.simple.instances.shop: [{uri: "${upstream}"}]
                gateway.server.webflux:
                  route-filter-cache-enabled: true
                  discovery.locator: {enabled: true, lower-case-service-id: true, url-expression: uri}
                  default-filters: ["TokenBucket=3, 1/h, header:Caller"]
                  routes:
                    - id: theirs
                      uri: ${upstream}
                      predicates: [Path=/theirs/**]
                      filters:
                        - name: RequestRateLimiter
                          args: {redis-rate-limiter.replenishRate: 1, redis-rate-limiter.burstCapacity: 2, key-resolver: "#{@callers}"}
                    - {id: ours, uri: "${upstream}", predicates: [Path=/ours/**], filters: ["TokenBucket=2, 1/h, header:Caller"]}
            """.formatted(UUID.randomUUID());

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        @Primary
        LettuceConnectionFactory own() {
            TestRedis redis = TestRedis.shared();
            return new LettuceConnectionFactory(redis.host(), redis.port());
        }

        @Bean
        LettuceConnectionFactory limits() {
            TestRedis redis = TestRedis.shared();
            return new LettuceConnectionFactory(redis.host(), redis.port());
        }

        /** The gateway itself wants one of them to be primary. */
        @Bean
        @Primary
        ReactiveStringRedisTemplate second(ReactiveRedisConnectionFactory own) {
            return new ReactiveStringRedisTemplate(own);
        }

        @Bean
        KeyResolver callers() {
            return exchange ->
                    Mono.justOrEmpty(exchange.getRequest().getHeaders().getFirst("Caller"));
        }
    }

    @RestControllerAdvice
    static class Problems extends ResponseEntityExceptionHandler {

        @ExceptionHandler(IllegalStateException.class)
        ProblemDetail broken(IllegalStateException broken) {
            return ProblemDetail.forStatus(HttpStatus.CONFLICT);
        }
    }

    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.with(YAML, Application.class, Problems.class);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void limitsBesideTheGatewaysOwnLimiterOnAnotherRoute() {
        assertThat(gateway.statuses(2, "/theirs", "Caller", "a")).containsOnly(200);
        HttpResponse<String> theirs = gateway.get("/theirs", "Caller", "b");
        assertThat(theirs.headers().firstValue("X-RateLimit-Burst-Capacity")).hasValue("2");
        assertThat(theirs.headers().firstValue("RateLimit-Policy")).hasValue("\"default\";q=3;w=10800");
    }

    @Test
    void limitsTwiceWhereADefaultFilterIsThereToo() {
        assertThat(gateway.statuses(3, "/ours", "Caller", "c")).containsExactly(200, 200, 429);
        HttpResponse<String> denied = gateway.get("/ours", "Caller", "c");
        assertThat(denied.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(denied.body()).contains("quota-exceeded");
    }

    @Test
    void limitsRoutesThatADiscoveryFound() {
        assertThat(gateway.statuses(4, "/shop/x", "Caller", "d")).containsExactly(200, 200, 200, 429);
        assertThat(gateway.upstream().requests()).contains("GET /x");
    }
}
