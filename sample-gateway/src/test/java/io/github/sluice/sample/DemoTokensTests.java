package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtException;

class DemoTokensTests {

    private final DemoTokens tokens = new DemoTokens(Clock.systemUTC());

    @Test
    void aTokenNamesItsIssuerAndItsSubject() {
        Jwt jwt = decode(tokens, tokens.issue("alice"));

        assertThat(jwt.getClaimAsString("iss")).isEqualTo("https://sluice.example/demo");
        assertThat(jwt.getSubject()).isEqualTo("alice");
        assertThat(jwt.getIssuedAt().plus(DemoTokens.LIFETIME)).isEqualTo(jwt.getExpiresAt());
    }

    @Test
    void aTokenOfAnotherProcessIsRefused() {
        DemoTokens others = new DemoTokens(Clock.systemUTC());

        assertThatExceptionOfType(JwtException.class).isThrownBy(() -> decode(tokens, others.issue("alice")));
    }

    @Test
    void anExpiredTokenIsRefused() {
        Duration ago = DemoTokens.LIFETIME.plusMinutes(5);
        DemoTokens earlier = new DemoTokens(Clock.offset(Clock.systemUTC(), ago.negated()));

        assertThatExceptionOfType(JwtException.class)
                .isThrownBy(() -> decode(earlier, earlier.issue("alice")))
                .withMessageContaining("expired");
    }

    private static Jwt decode(DemoTokens tokens, String token) {
        return tokens.decoder()
                .decode(token)
                .blockOptional(Duration.ofSeconds(10))
                .orElseThrow();
    }
}
