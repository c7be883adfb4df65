package io.github.sluice.gateway.key;

import java.util.List;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** {@code a|b}: the first that is present. */
record FirstOfKey(List<CallerKey> alternatives) implements CallerKey {

    @Override
    public Mono<Optional<Identity>> resolve(ServerWebExchange exchange) {
        Mono<Optional<Identity>> first = alternatives.get(0).resolve(exchange);
        for (CallerKey alternative : alternatives.subList(1, alternatives.size())) {
            first = first.flatMap(found -> found.isPresent() ? Mono.just(found) : alternative.resolve(exchange));
        }
        return first;
    }
}
