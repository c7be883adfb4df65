package io.github.sluice.benchmarks.http;

import java.io.IOException;
import java.io.OutputStream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import reactor.core.publisher.Mono;

/** The gateway that is measured, as a program of its own: its routes are in {@code gateway.yml}. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class BenchmarkGateway {

    static final String READY = "The gateway listens on ";

    /** Runs until the standard input ends, which it does when the process that started this one is gone. */
    public static void main(String[] args) throws IOException {
        try (ConfigurableApplicationContext context = SpringApplication.run(BenchmarkGateway.class, args)) {
            System.out.println(READY + context.getEnvironment().getRequiredProperty("local.server.port"));
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    @Bean
    @Primary
    KeyResolver everyone() {
        Mono<String> key = Mono.just("everyone");
        return exchange -> key;
    }

    @Bean
    KeyResolver byCaller() {
        return exchange -> Mono.justOrEmpty(exchange.getRequest().getHeaders().getFirst(Requests.CALLER));
    }

    @Bean
    TwoHeadersGatewayFilterFactory twoHeaders() {
        return new TwoHeadersGatewayFilterFactory();
    }

    @Bean
    StaticDenialGatewayFilterFactory staticDenial() {
        return new StaticDenialGatewayFilterFactory();
    }
}
