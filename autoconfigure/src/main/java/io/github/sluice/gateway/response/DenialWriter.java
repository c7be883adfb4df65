package io.github.sluice.gateway.response;

import io.github.sluice.gateway.server.EventLoops;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Has the answer to a denied request written in a turn of its own of the request's event loop. Never in the call that
 * brought the request: Reactor Netty before 1.3.8 (its issue 4361) reads no further from a connection whose request came
 * before the last one had ended, and is answered on the spot.
 *
 * <p>Not part of the API.
 */
public final class DenialWriter {

    private final DenialHandler handler;
    private final EventLoops eventLoops;

    /**
     * A writer that leaves the words to a handler.
     *
     * @param handler writes the body
     * @param eventLoops where it does so
     */
    public DenialWriter(DenialHandler handler, EventLoops eventLoops) {
        this.handler = handler;
        this.eventLoops = eventLoops;
    }

    /**
     * Writes the answer.
     *
     * @param exchange the exchange; its response has status and headers
     * @param denial why the request does not pass
     * @return completes when the response is written
     */
    public Mono<Void> write(ServerWebExchange exchange, Denial denial) {
        return Mono.defer(() -> handler.handle(exchange, denial)).subscribeOn(eventLoops.turnOf(exchange.getRequest()));
    }
}
