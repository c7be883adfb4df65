package io.github.sluice.gateway.key;

import java.security.Principal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Finds the token that Spring Security verified and put on the exchange. The request itself is not read, so that nothing
 * counts that was not verified.
 *
 * <p>Not part of the API.
 */
public final class VerifiedToken {

    private VerifiedToken() {}

    /**
     * Finds a claim.
     *
     * @param exchange the request
     * @param claim its name
     * @return never empty; an empty {@link Optional} if there is no token, no such claim, or no text in it
     */
    public static Mono<Optional<String>> claim(ServerWebExchange exchange, String claim) {
        return of(exchange)
                .mapNotNull(
                        token -> token.getClaims().get(claim) instanceof String text && !text.isBlank() ? text : null)
                .singleOptional();
    }

    static Mono<Jwt> of(ServerWebExchange exchange) {
        return exchange.getPrincipal().mapNotNull(VerifiedToken::in);
    }

    private static @Nullable Jwt in(Principal principal) {
        if (!(principal instanceof Authentication authentication) || !authentication.isAuthenticated()) {
            return null;
        }
        if (authentication.getCredentials() instanceof Jwt token) {
            return token;
        }
        return authentication.getPrincipal() instanceof Jwt token ? token : null;
    }
}
