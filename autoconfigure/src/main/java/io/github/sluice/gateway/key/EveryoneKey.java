package io.github.sluice.gateway.key;

import java.util.List;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** {@code everyone}: all callers together. */
record EveryoneKey() implements CallerKey {

    static final String WORD = "everyone";

    @Override
    public Mono<Optional<Identity>> resolve(ServerWebExchange exchange) {
        return Mono.just(Optional.of(Identity.EVERYONE));
    }

    @Override
    public List<Identity> named(CallerName name) {
        return name.forWord(WORD).filter(WORD::equals).map(all -> Identity.EVERYONE).stream()
                .toList();
    }
}
