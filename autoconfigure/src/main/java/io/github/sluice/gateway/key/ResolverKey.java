package io.github.sluice.gateway.key;

import java.util.List;
import java.util.Optional;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.util.StringUtils;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** {@code #{@bean}}: what a {@link KeyResolver} of the application finds; empty or blank is a missing key. */
record ResolverKey(KeyResolver resolver) implements CallerKey {

    @Override
    public Mono<Optional<Identity>> resolve(ServerWebExchange exchange) {
        return resolver.resolve(exchange)
                .filter(StringUtils::hasText)
                .map(value -> Identity.of(IdentityKind.RESOLVER, value))
                .singleOptional();
    }

    @Override
    public List<Identity> named(CallerName name) {
        return name.forWord("resolver").map(value -> Identity.of(IdentityKind.RESOLVER, value)).stream()
                .toList();
    }
}
