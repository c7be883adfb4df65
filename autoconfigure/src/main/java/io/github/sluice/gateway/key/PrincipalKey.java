package io.github.sluice.gateway.key;

import java.security.Principal;
import java.util.List;
import java.util.Optional;
import org.springframework.util.StringUtils;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** {@code principal}: the name of the authenticated principal; nobody, the anonymous one, or no name is a missing key. */
record PrincipalKey() implements CallerKey {

    // By name: Spring Security may be absent.
    private static final String ANONYMOUS = "org.springframework.security.authentication.AnonymousAuthenticationToken";

    @Override
    public Mono<Optional<Identity>> resolve(ServerWebExchange exchange) {
        return exchange.getPrincipal()
                .filter(principal -> !principal.getClass().getName().equals(ANONYMOUS))
                .mapNotNull(Principal::getName)
                .filter(StringUtils::hasText)
                .map(name -> Identity.of(IdentityKind.PRINCIPAL, name))
                .singleOptional();
    }

    @Override
    public List<Identity> named(CallerName name) {
        return name.forWord("principal").map(principal -> Identity.of(IdentityKind.PRINCIPAL, principal)).stream()
                .toList();
    }
}
