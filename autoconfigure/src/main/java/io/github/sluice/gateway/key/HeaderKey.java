package io.github.sluice.gateway.key;

import java.util.List;
import java.util.Optional;
import org.springframework.util.StringUtils;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** {@code header:NAME}: the first value of a header that the caller chooses; missing if it is absent or blank. */
record HeaderKey(String name) implements CallerKey {

    @Override
    public Mono<Optional<Identity>> resolve(ServerWebExchange exchange) {
        String value = exchange.getRequest().getHeaders().getFirst(name);
        return Mono.just(StringUtils.hasText(value) ? Optional.of(identity(value)) : Optional.empty());
    }

    private Identity identity(String value) {
        return Identity.of(IdentityKind.HEADER, "header:" + name, value.strip());
    }

    @Override
    public List<Identity> named(CallerName name) {
        return name.forWord("header:" + this.name).filter(StringUtils::hasText).map(this::identity).stream()
                .toList();
    }
}
