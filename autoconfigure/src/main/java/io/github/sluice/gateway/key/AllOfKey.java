package io.github.sluice.gateway.key;

import java.util.List;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** {@code a+b}: all parts make up the key, and it is missing if one of them is. */
record AllOfKey(List<CallerKey> parts) implements CallerKey {

    @Override
    public Mono<Optional<Identity>> resolve(ServerWebExchange exchange) {
        Mono<Optional<Identity>> all = parts.get(0).resolve(exchange);
        for (CallerKey part : parts.subList(1, parts.size())) {
            all = all.flatMap(first -> first.isEmpty() ? Mono.just(first) : and(first.get(), part.resolve(exchange)));
        }
        return all;
    }

    @Override
    public List<Identity> named(CallerName name) {
        List<CallerName> names = name.parts(parts.size());
        List<Identity> all = names.isEmpty() ? List.of() : parts.get(0).named(names.get(0));
        for (int i = 1; i < names.size(); i++) {
            List<Identity> next = parts.get(i).named(names.get(i));
            all = all.stream().flatMap(first -> next.stream().map(first::and)).toList();
        }
        return all;
    }

    private static Mono<Optional<Identity>> and(Identity first, Mono<Optional<Identity>> second) {
        return second.map(other -> other.map(first::and));
    }
}
