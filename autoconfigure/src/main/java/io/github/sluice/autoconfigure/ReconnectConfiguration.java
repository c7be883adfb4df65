package io.github.sluice.autoconfigure;

import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Makes Lettuce find a Redis that is back soon: its reconnect delay grows to 30 s by default, and it does not look for a new
 * master of a cluster. Both are the first of their kind to be applied, so that customizers and properties of the
 * application have the last word; its own {@link ClientResources} are left alone.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({ClientResources.class, ClientResourcesBuilderCustomizer.class})
class ReconnectConfiguration {

    private static final Duration SHORTEST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final String REFRESH = "spring.data.redis.lettuce.cluster.refresh.";

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    ClientResourcesBuilderCustomizer sluiceReconnectDelay() {
        return resources -> resources.reconnectDelay(
                () -> Delay.fullJitter(SHORTEST, LONGEST, SHORTEST.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    LettuceClientOptionsBuilderCustomizer sluiceTopologyRefresh(Environment environment) {
        boolean chosen =
                environment.containsProperty(REFRESH + "adaptive") || environment.containsProperty(REFRESH + "period");
        return options -> {
            if (!chosen && options instanceof ClusterClientOptions.Builder cluster) {
                cluster.topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .enableAllAdaptiveRefreshTriggers()
                        .adaptiveRefreshTriggersTimeout(LONGEST)
                        .enablePeriodicRefresh(Duration.ofSeconds(5))
                        .build());
            }
        };
    }
}
