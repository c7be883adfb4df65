package io.github.sluice.benchmarks;

import io.github.sluice.gateway.TokenBucketGatewayFilterFactory;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Mono;

/** The filter as configuration makes it, over a store in memory: what is left when the network is taken away. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FilterBenchmark {

    /** {@code none}: the exchange alone, to be taken off the others. */
    @Param({"none", "allowed", "denied"})
    public String filter = "none";

    private final MockServerHttpRequest request =
            MockServerHttpRequest.get("/orders").header("X-Caller", "alice").build();
    private GatewayFilterChain chain = exchange -> Mono.empty();
    private GatewayFilter[] filters = {};
    private ConfigurableApplicationContext context = gateway();

    /** Makes the filter. */
    @Setup
    public void filter() {
        TokenBucketGatewayFilterFactory tokenBucket = context.getBean(TokenBucketGatewayFilterFactory.class);
        filters = switch (filter) {
            case "allowed" ->
                new GatewayFilter[] {
                    tokenBucket.apply(config -> config.setCapacity(1_000_000_000)
                            .setRefillRate("1000000000/s")
                            .setKey("header:X-Caller"))
                };
            case "denied" ->
                new GatewayFilter[] {
                    tokenBucket.apply(config ->
                            config.setCapacity(1).setRefillRate("1/365d").setKey("header:X-Caller"))
                };
            default -> new GatewayFilter[] {};
        };
    }

    private static ConfigurableApplicationContext gateway() {
        return new SpringApplicationBuilder(Gateway.class)
                .web(WebApplicationType.REACTIVE)
                .properties(Map.of("server.port", "0", "server.address", "127.0.0.1", "sluice.store", "in-memory"))
                .run();
    }

    /** Ends the gateway. */
    @TearDown
    public void close() {
        context.close();
    }

    /** One request. */
    @Benchmark
    public MockServerWebExchange request() {
        MockServerWebExchange exchange = MockServerWebExchange.from(request);
        for (GatewayFilter each : filters) {
            each.filter(exchange, chain).subscribe();
        }
        return exchange;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Gateway {}
}
