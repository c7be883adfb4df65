package io.github.sluice.gateway.cost;

import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Finds out what a request costs. An application names its own as {@code cost: "#{@bean}"}: with
 * {@code exchange -> Mono.just(1 + exchange.getRequest().getQueryParams().size())} each query parameter costs a token.
 */
@FunctionalInterface
public interface CostResolver {

    /**
     * The cost of a request.
     *
     * @param exchange the request, as it stands at the filter
     * @return whole tokens, at least 0; 0 is free. Empty means 1. A negative cost or an error fails the request, for
     *     neither is a cost. May be emitted on any thread, and must not block it.
     */
    Mono<Long> resolve(ServerWebExchange exchange);
}
