package io.github.sluice.gateway;

import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * In the place of a filter with a mistake on a route that came at run time: the route answers 500, for it must not be used
 * without its limits, and the other routes go on.
 */
record RefusedGatewayFilter(InvalidFilterException mistake) implements GatewayFilter {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        return Mono.error(new ResponseStatusException(HttpStatus.INTERNAL_SERVER_ERROR, null, mistake));
    }

    @Override
    public String toString() {
        return "[TokenBucket refused: " + mistake.getMessage() + "]";
    }
}
