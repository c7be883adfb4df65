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

    private final DenialWriter writer;

    /**
     * A filter that leaves the writing to a handler.
     *
     * @param handler writes the body
     * @param eventLoops where it does so
     */
    public DenialWritingFilter(DenialHandler handler, EventLoops eventLoops) {
        this.writer = new DenialWriter(handler, eventLoops);
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
        return writer.write(exchange, denial);
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 100;
    }
}
