package io.github.sluice.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class ReconnectConfigurationTests {

    private static final Duration HOUR = Duration.ofHours(1);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, DataRedisAutoConfiguration.class))
            .withUserConfiguration(ReconnectConfiguration.class);

    @Test
    void boundsTheDelayOfReconnecting() {
        runner.run(context -> {
            Delay delay = context.getBean(ClientResources.class).reconnectDelay();
            for (int attempt = 1; attempt <= 1000; attempt++) {
                assertThat(delay.createDelay(attempt)).isLessThanOrEqualTo(Duration.ofSeconds(1));
            }
        });
    }

    @Test
    void yieldsToResourcesAndCustomizersOfTheApplication() {
        runner.withUserConfiguration(OwnResources.class)
                .run(context ->
                        assertThat(context).getBean(ClientResources.class).isSameAs(context.getBean("ownResources")));
        runner.withUserConfiguration(OwnCustomizer.class)
                .run(context -> assertThat(context.getBean(ClientResources.class)
                                .reconnectDelay()
                                .createDelay(1))
                        .isEqualTo(HOUR));
    }

    @Test
    void refreshesTheTopologyOfAClusterUnlessTheApplicationHasChosen() {
        runner.run(context -> assertThat(refresh(context.getBean(LettuceClientOptionsBuilderCustomizer.class))
                        .isPeriodicRefreshEnabled())
                .isTrue());
        runner.withPropertyValues("spring.data.redis.lettuce.cluster.refresh.adaptive=false")
                .run(context -> assertThat(refresh(context.getBean(LettuceClientOptionsBuilderCustomizer.class))
                                .isPeriodicRefreshEnabled())
                        .isFalse());
    }

    private static ClusterTopologyRefreshOptions refresh(LettuceClientOptionsBuilderCustomizer customizer) {
        ClusterClientOptions.Builder options = ClusterClientOptions.builder()
                .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder().build());
        customizer.customize(options);
        ClientOptions built = options.build();
        return ((ClusterClientOptions) built).getTopologyRefreshOptions();
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnResources {

        @Bean(destroyMethod = "shutdown")
        ClientResources ownResources() {
            return DefaultClientResources.create();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnCustomizer {

        @Bean
        ClientResourcesBuilderCustomizer ownDelay() {
            return resources -> resources.reconnectDelay(Delay.constant(HOUR));
        }
    }
}
