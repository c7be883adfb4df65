package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;

class DemoTokenConfigurationTests {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withUserConfiguration(DemoTokenConfiguration.class);

    @Test
    void demoTokensAreTrustedWhenNoKeyIsConfigured() {
        runner.run(
                context -> assertThat(context).hasSingleBean(DemoTokens.class).hasSingleBean(ReactiveJwtDecoder.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"public-key-location", "jwk-set-uri", "issuer-uri"})
    void aConfiguredKeyLeavesNoDemoTokens(String name) {
        runner.withPropertyValues("spring.security.oauth2.resourceserver.jwt." + name + "=file:elsewhere")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(DemoTokens.class)
                        .doesNotHaveBean(ReactiveJwtDecoder.class));
    }
}
