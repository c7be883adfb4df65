package io.github.sluice.gateway.key;

import java.util.List;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * {@code api-key}: the client of a registered key, or else the key itself. The same key is the same caller wherever it
 * stands.
 */
record ApiKeyKey(ApiKeys keys) implements CallerKey {

    @Override
    public Mono<Optional<Identity>> resolve(ServerWebExchange exchange) {
        return keys.identity(exchange.getRequest());
    }

    @Override
    public List<Identity> named(CallerName name) {
        return name.forWord("api-key").flatMap(text -> keys.named(text, name.mayBeSecret())).stream()
                .toList();
    }
}
