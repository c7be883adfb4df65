package io.github.sluice.gateway.key;

import java.security.Principal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.util.StringUtils;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * {@code jwt-subject}: issuer and subject of the token that Spring Security verified and put on the exchange. The request
 * itself is not read, so that nothing counts that was not verified; a token without a subject is a missing key.
 */
record JwtSubjectKey() implements CallerKey {

    @Override
    public Mono<Optional<Identity>> resolve(ServerWebExchange exchange) {
        return exchange.getPrincipal()
                .mapNotNull(JwtSubjectKey::verifiedToken)
                .filter(token -> StringUtils.hasText(token.getSubject()))
                .map(JwtSubjectKey::identity)
                .singleOptional();
    }

    private static @Nullable Jwt verifiedToken(Principal principal) {
        if (!(principal instanceof Authentication authentication) || !authentication.isAuthenticated()) {
            return null;
        }
        if (authentication.getCredentials() instanceof Jwt token) {
            return token;
        }
        return authentication.getPrincipal() instanceof Jwt token ? token : null;
    }

    private static Identity identity(Jwt token) {
        @Nullable String issuer = token.getClaimAsString("iss");
        return Identity.of("iss", issuer == null ? "" : issuer).and(Identity.of("sub", token.getSubject()));
    }
}
