package io.github.sluice.gateway.response;

import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Writes the body of a denial. A bean of this type takes the place of the default, which writes
 * {@code application/problem+json} or, to a gRPC call, a trailers-only response.
 */
@FunctionalInterface
public interface DenialHandler {

    /**
     * Writes the answer, after all filters of the route have run.
     *
     * @param exchange the exchange: its response has status and headers ({@code Retry-After} among them) and is not
     *     committed
     * @param denial why the request does not pass
     * @return completes, empty, when the response is written; an error is handled as that of any filter. Subscribed to on
     *     the request's event loop, which it must not block.
     */
    Mono<Void> handle(ServerWebExchange exchange, Denial denial);
}
