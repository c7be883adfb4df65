package io.github.sluice.gateway.key;

import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Finds out who pays for a request. Not part of the API: a gateway's own rule is a {@code KeyResolver}.
 */
@FunctionalInterface
public interface CallerKey {

    /**
     * The identity of the caller.
     *
     * @param exchange the request
     * @return never empty; an empty {@link Optional} if the caller has no such key. An error only if a resolver of the
     *     application fails. Emitted on the thread that subscribes, unless such a resolver changes it.
     */
    Mono<Optional<Identity>> resolve(ServerWebExchange exchange);
}
