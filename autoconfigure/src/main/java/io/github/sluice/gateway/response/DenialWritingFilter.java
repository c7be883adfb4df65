package io.github.sluice.gateway.response;

import io.github.sluice.gateway.server.EventLoops;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Writes the body of a denial outside all filters of the route. The TokenBucket filter itself only sets status and
 * headers: would it commit the response, the filters around it could no longer change it, and would fail.
 *
 * <p>Not part of the API.
 */
public final class DenialWritingFilter implements GlobalFilter, Ordered {

    private final DenialHandler handler;
    private final EventLoops eventLoops;

    /**
     * A filter that leaves the writing to a handler.
     *
     * @param handler writes the body
     * @param eventLoops where it does so
     */
    public DenialWritingFilter(DenialHandler handler, EventLoops eventLoops) {
        this.handler = handler;
        this.eventLoops = eventLoops;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        return chain.filter(exchange).then(Mono.defer(() -> write(exchange)));
    }

    private Mono<Void> write(ServerWebExchange exchange) {
        @Nullable Denial denial = exchange.getAttribute(Denial.ATTRIBUTE);
        // A filter in between may have answered in its own way, such as a circuit breaker with its fallback.
        if (denial == null || exchange.getResponse().isCommitted()) {
            return Mono.empty();
        }
        // Never in the call that brought the request: Reactor Netty before 1.3.8 (its issue 4361) reads no further from
        // a connection whose request came before the last one had ended, and is answered on the spot.
        return Mono.defer(() -> handler.handle(exchange, denial)).subscribeOn(eventLoops.of(exchange.getRequest()));
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 100;
    }
}
