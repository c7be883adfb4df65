package io.github.sluice.gateway.key;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** {@code jwt-subject}: issuer and subject of the verified token; a token without a subject is a missing key. */
record JwtSubjectKey() implements CallerKey {

    @Override
    public Mono<Optional<Identity>> resolve(ServerWebExchange exchange) {
        return VerifiedToken.of(exchange).mapNotNull(JwtSubjectKey::identity).singleOptional();
    }

    @Override
    public List<Identity> named(CallerName name) {
        // An issuer is a URL and has no bar; a subject may have several.
        return name
                .forWord("jwt-subject")
                .filter(text -> text.indexOf('|') >= 0)
                .map(text -> subject(text.substring(0, text.indexOf('|')), text.substring(text.indexOf('|') + 1)))
                .stream()
                .toList();
    }

    private static @Nullable Identity identity(Jwt token) {
        @Nullable String subject = token.getSubject();
        if (subject == null || subject.isBlank()) {
            return null;
        }
        @Nullable String issuer = token.getClaimAsString("iss");
        return subject(issuer == null ? "" : issuer, subject);
    }

    static Identity subject(String issuer, String subject) {
        return Identity.of(IdentityKind.SUBJECT, "iss", issuer).and(Identity.of(IdentityKind.SUBJECT, subject));
    }
}
