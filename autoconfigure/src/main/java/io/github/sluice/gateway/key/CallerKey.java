package io.github.sluice.gateway.key;

import java.util.List;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Finds out who pays for a request. Not part of the API: a gateway's own rule is a {@code KeyResolver}.
 */
public interface CallerKey {

    /**
     * The identity of the caller.
     *
     * @param exchange the request
     * @return never empty; an empty {@link Optional} if the caller has no such key. An error only if a resolver of the
     *     application fails. Emitted on the thread that subscribes, unless such a resolver changes it.
     */
    Mono<Optional<Identity>> resolve(ServerWebExchange exchange);

    /**
     * The other way round: whom an operator means.
     *
     * @param name what the operator calls a caller
     * @return the identities that may be meant; empty if no caller of this key is called so
     */
    List<Identity> named(CallerName name);
}
