package io.github.sluice.benchmarks.http;

import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/** The filter {@code TwoHeaders}: writes what a limiter would write to a caller, and limits nobody. */
final class TwoHeadersGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

    TwoHeadersGatewayFilterFactory() {
        super(Object.class);
    }

    @Override
    public GatewayFilter apply(Object config) {
        return (exchange, chain) -> {
            ServerHttpResponse response = exchange.getResponse();
            response.beforeCommit(() -> {
                StaticDenialGatewayFilterFactory.writeLimit(response.getHeaders());
                return Mono.empty();
            });
            return chain.filter(exchange);
        };
    }
}
