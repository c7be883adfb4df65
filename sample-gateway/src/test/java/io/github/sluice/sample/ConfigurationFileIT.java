package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;

class ConfigurationFileIT {

    @TempDir
    private Path directory;

    private Upstream upstream;

    @BeforeEach
    void startUpstream() {
        upstream = Upstream.start();
    }

    @AfterEach
    void stopUpstream() {
        upstream.close();
    }

    @Test
    void itsRoutesReplaceTheSamplesAndTheRestStillRuns() throws IOException {
        try (ConfigurableApplicationContext gateway = run("")) {
            Caller caller = caller(gateway);

            assertThat(caller.get("/ip/hello").statusCode()).isEqualTo(404);
            assertThat(Caller.remaining(caller.get("/theirs/hello"))).isEqualTo(2);
            assertThat(caller.token("alice")).isNotBlank();
            assertThat(gateway.getEnvironment().getPropertySources().contains("embeddedRedis"))
                    .isTrue();
        }
    }

    @Test
    void itsRedisIsUsed() throws IOException {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                ConfigurableApplicationContext gateway = run("""
                        spring.data.redis:
                          host: 127.0.0.1
                          port: %d
                        """.formatted(redis.port()))) {
            assertThat(Caller.remaining(caller(gateway).get("/theirs/hello"))).isEqualTo(2);
            assertThat(gateway.getEnvironment().getPropertySources().contains("embeddedRedis"))
                    .isFalse();
            assertThat(caller(gateway).post("/demo/redis/pause").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void itsKeyIsTheOnlyOneTrusted() throws IOException, NoSuchAlgorithmException {
        KeyPair pair = KeyPairGenerator.getInstance("RSA").generateKeyPair();
        Path key = Files.writeString(
                directory.resolve("key.pem"),
                "-----BEGIN PUBLIC KEY-----\n"
                        + Base64.getMimeEncoder()
                                .encodeToString(pair.getPublic().getEncoded())
                        + "\n-----END PUBLIC KEY-----\n");
        DemoTokens others = new DemoTokens(Clock.systemUTC());

        try (ConfigurableApplicationContext gateway =
                run("spring.security.oauth2.resourceserver.jwt.public-key-location: file:" + key)) {
            Caller caller = caller(gateway);

            assertThat(caller.post("/demo/token?sub=alice").statusCode()).isEqualTo(404);
            assertThat(caller.get("/theirs/hello", "Authorization", "Bearer " + token(pair))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(caller.get("/theirs/hello", "Authorization", "Bearer " + others.issue("alice", Optional.empty()))
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void aForwardingHeaderDoesNotDecideWhoIsOnThisMachine() throws IOException {
        try (ConfigurableApplicationContext gateway = run("server.forward-headers-strategy: framework")) {
            assertThat(caller(gateway)
                            .get("/actuator/health", "X-Forwarded-For", "203.0.113.9")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private ConfigurableApplicationContext run(String more) throws IOException {
        Path file = Files.writeString(directory.resolve("theirs.yml"), """
                server.port: 0
                sluice.redis.timeout: 20s
                spring.cloud.gateway.server.webflux.routes:
                  - id: theirs
                    uri: http://127.0.0.1:%d
                    predicates:
                      - Path=/theirs/**
                    filters:
                      - TokenBucket=3, 1/d
                """.formatted(upstream.port()) + more);
        return new SpringApplicationBuilder(SampleGatewayApplication.class)
                .run("--spring.config.location=file:" + file);
    }

    private static Caller caller(ConfigurableApplicationContext gateway) {
        return new Caller(gateway.getEnvironment().getRequiredProperty("local.server.port", int.class));
    }

    private static String token(KeyPair pair) {
        JwtClaimsSet claims = JwtClaimsSet.builder()
                .subject("alice")
                .expiresAt(Instant.now().plusSeconds(60))
                .build();
        return NimbusJwtEncoder.withKeyPair((RSAPublicKey) pair.getPublic(), (RSAPrivateKey) pair.getPrivate())
                .build()
                .encode(JwtEncoderParameters.from(claims))
                .getTokenValue();
    }
}
