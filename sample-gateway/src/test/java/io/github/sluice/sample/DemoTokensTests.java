package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtException;

class DemoTokensTests {

    private final DemoTokens tokens = new DemoTokens(Clock.systemUTC());

    @Test
    void aTokenNamesItsIssuerAndItsSubject() {
        Jwt jwt = decode(tokens, tokens.issue("alice", Optional.empty()));

        assertThat(jwt.getClaimAsString("iss")).isEqualTo("https://sluice.example/demo");
        assertThat(jwt.getSubject()).isEqualTo("alice");
        assertThat(jwt.getIssuedAt().plus(DemoTokens.LIFETIME)).isEqualTo(jwt.getExpiresAt());
    }

    @Test
    void aTokenNamesAPlanIfAsked() {
        assertThat(decode(tokens, tokens.issue("vera", Optional.of("vip"))).getClaimAsString("plan"))
                .isEqualTo("vip");
        assertThat(decode(tokens, tokens.issue("alice", Optional.empty())).hasClaim("plan"))
                .isFalse();
    }

    @Test
    void aTokenOfAnotherProcessIsRefused() {
        DemoTokens others = new DemoTokens(Clock.systemUTC());

        assertThatExceptionOfType(JwtException.class)
                .isThrownBy(() -> decode(tokens, others.issue("alice", Optional.empty())));
    }

    @Test
    void anExpiredTokenIsRefused() {
        Duration ago = DemoTokens.LIFETIME.plusMinutes(5);
        DemoTokens earlier = new DemoTokens(Clock.offset(Clock.systemUTC(), ago.negated()));

        assertThatExceptionOfType(JwtException.class)
                .isThrownBy(() -> decode(earlier, earlier.issue("alice", Optional.empty())))
                .withMessageContaining("expired");
    }

    private static Jwt decode(DemoTokens tokens, String token) {
        return tokens.decoder()
                .decode(token)
                .blockOptional(Duration.ofSeconds(10))
                .orElseThrow();
    }
}
