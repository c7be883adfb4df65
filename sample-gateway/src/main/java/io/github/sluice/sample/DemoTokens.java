package io.github.sluice.sample;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.oauth2.jwt.NimbusReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;

/** Short-lived tokens of an issuer that exists only in this process: its key is made at start and never leaves it. */
final class DemoTokens {

    static final String ISSUER = "https://sluice.example/demo";
    static final String PLAN_CLAIM = "plan";
    static final Duration LIFETIME = Duration.ofMinutes(15);

    private final Clock clock;
    private final RSAPublicKey publicKey;
    private final JwtEncoder encoder;

    DemoTokens(Clock clock) {
        KeyPair pair = newKeyPair();
        this.clock = clock;
        this.publicKey = (RSAPublicKey) pair.getPublic();
        this.encoder = NimbusJwtEncoder.withKeyPair(publicKey, (RSAPrivateKey) pair.getPrivate())
                .build();
    }

    String issue(String subject, Optional<String> plan) {
        Instant now = clock.instant();
        JwtClaimsSet.Builder claims = JwtClaimsSet.builder()
                .issuer(ISSUER)
                .subject(subject)
                .issuedAt(now)
                .expiresAt(now.plus(LIFETIME));
        plan.ifPresent(name -> claims.claim(PLAN_CLAIM, name));
        return encoder.encode(JwtEncoderParameters.from(claims.build())).getTokenValue();
    }

    ReactiveJwtDecoder decoder() {
        NimbusReactiveJwtDecoder decoder =
                NimbusReactiveJwtDecoder.withPublicKey(publicKey).build();
        decoder.setJwtValidator(JwtValidators.createDefaultWithIssuer(ISSUER));
        return decoder;
    }

    private static KeyPair newKeyPair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has RSA", e);
        }
    }
}
