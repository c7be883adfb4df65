package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.testing.TestGateway;
import io.github.sluice.testing.TestRedis;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.data.redis.core.ReactiveStringRedisTemplate;
import reactor.core.publisher.Flux;
import reactor.netty.http.client.HttpClient;

/** Whole gateways on a real Redis. */
class RedisGatewayIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final String SETTINGS = "sluice: {redis: {timeout: 5s, key-prefix: '%s'}}\n";
    private static final String ROUTES = """
            spring.cloud.gateway.server.webflux:
              default-filters: ["TokenBucket=1000, 1/h, everyone"]
              routes:
                - id: api{tag}.keys
                  uri: ${upstream}
                  predicates: [Path=/keys/**]
                  filters: ["TokenBucket=2, 1/h, api-key"]
                - id: everyone
                  uri: ${upstream}
                  predicates: [Path=/everyone/**]
                  filters: ["TokenBucket=50, 1/h, everyone"]
                - id: fast
                  uri: ${upstream}
                  predicates: [Path=/fast/**]
                  filters: ["TokenBucket=1, 10/s, everyone"]
            """;

    private static final AtomicInteger REQUESTS = new AtomicInteger();
    private static final Set<String> FOREIGN_THREADS = ConcurrentHashMap.newKeySet();

    private static TestGateway one;
    private static TestGateway two;

    @BeforeAll
    static void start() {
        String yaml = SETTINGS.formatted("two-gateways:") + ROUTES;
        one = TestGateway.on(TestRedis.shared(), yaml, ThreadWatch.class);
        two = TestGateway.on(TestRedis.shared(), yaml, ThreadWatch.class);
        redis().delete(redis().keys("two-gateways:*")).block(TIMEOUT);
    }

    @AfterAll
    static void stop() {
        one.close();
        two.close();
    }

    @Test
    void sharesItsBucketsWithOtherGateways() {
        assertThat(one.statuses(1, "/keys", "X-API-Key", "shared")).containsExactly(200);
        assertThat(two.statuses(2, "/keys", "X-API-Key", "shared")).containsExactly(200, 429);
        assertThat(one.statuses(1, "/keys", "X-API-Key", "shared")).containsExactly(429);
    }

    @Test
    void admitsExactlyTheCapacityOverGatewaysAndConnections() {
        long admitted = Flux.range(0, 200)
                .flatMap(
                        i -> HttpClient.create()
                                .get()
                                .uri((i % 2 == 0 ? one : two).uri("/everyone").toString())
                                .response()
                                .map(response -> response.status().code()),
                        32)
                .filter(status -> status == 200)
                .count()
                .blockOptional(TIMEOUT)
                .orElseThrow();
        assertThat(admitted).isEqualTo(50);
    }

    @Test
    void goesOnOnTheEventLoopOfTheRequest() {
        Flux.range(0, 400)
                .flatMap(
                        i -> HttpClient.create()
                                .headers(headers -> headers.set("X-API-Key", "thread-" + i))
                                .get()
                                .uri(one.uri("/keys").toString())
                                .response(),
                        16)
                .blockLast(TIMEOUT);
        assertThat(REQUESTS.get()).isGreaterThanOrEqualTo(400);
        assertThat(FOREIGN_THREADS).isEmpty();
    }

    @Test
    void admitsNoMoreThanCapacityAndDripAtCapacityOneAndTenASecond() {
        long startNanos = System.nanoTime();
        List<Integer> statuses = one.statuses(100, "/fast");
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        assertThat(statuses.stream().filter(status -> status == 200).count()).isBetween(1L, (long) (1 + 10 * seconds));
    }

    @Test
    void keepsADefaultFilterApartFromTheRoutesOwn() {
        HttpResponse<String> response = one.get("/keys", "X-API-Key", "default-filter");
        assertThat(response.headers().allValues("RateLimit-Policy"))
                .containsExactly("\"default\";q=1000;w=3600000, \"default-2\";q=2;w=7200");
        assertThat(response.headers().firstValue("RateLimit").orElseThrow()).contains("\"default-2\";r=1;");
    }

    @Test
    void showsNoCallerInRedisAndLeavesNoKeyForEver() {
        String secret = "sk_live_{4eC39HqLyjWDarjtT1zdp7dc}";
        one.get("/keys", "X-API-Key", secret);
        List<String> keys = redis().keys("two-gateways:*").collectList().block(TIMEOUT);
        assertThat(keys).isNotEmpty().allSatisfy(key -> {
            assertThat(key).doesNotContain("sk_live", "4eC39", "{", "}").hasSizeLessThan(200);
            assertThat(redis().getExpire(key).block(TIMEOUT)).isPositive();
            assertThat(redis().opsForValue().get(key).block(TIMEOUT)).doesNotContain("sk_live", "4eC39");
        });
    }

    private static ReactiveStringRedisTemplate redis() {
        return one.context().getBean(ReactiveStringRedisTemplate.class);
    }

    /** Compares the thread before the TokenBucket filters with that after them. */
    @Configuration(proxyBeanMethods = false)
    static class ThreadWatch {

        private static final String ATTRIBUTE = "thread";

        @Bean
        @Order(-10)
        GlobalFilter before() {
            return (exchange, chain) -> {
                exchange.getAttributes().put(ATTRIBUTE, Thread.currentThread().getName());
                return chain.filter(exchange);
            };
        }

        @Bean
        @Order(Ordered.LOWEST_PRECEDENCE - 100)
        GlobalFilter after() {
            return (exchange, chain) -> {
                REQUESTS.incrementAndGet();
                String thread = Thread.currentThread().getName();
                if (!thread.equals(exchange.getAttribute(ATTRIBUTE))) {
                    FOREIGN_THREADS.add(thread);
                }
                return chain.filter(exchange);
            };
        }
    }
}
