package io.github.sluice.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cloud.gateway.filter.factory.GatewayFilterFactory;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration of the filter {@code TokenBucket} for Spring Cloud Gateway on WebFlux. The filter is always there; a
 * route that needs what is missing is refused with a message that says what to add.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.data.redis.autoconfigure.DataRedisReactiveAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.cloud.gateway.config.GatewayAutoConfiguration"
        })
@ConditionalOnClass(GatewayFilterFactory.class)
@ConditionalOnProperty(name = "spring.cloud.gateway.server.webflux.enabled", matchIfMissing = true)
@EnableConfigurationProperties(SluiceProperties.class)
@Import({
    RedisStoreConfiguration.class,
    InMemoryStoreConfiguration.class,
    MetersConfiguration.class,
    ClientAddressConfiguration.class,
    OverridesConfiguration.class,
    FilterConfiguration.class,
    ManagementConfiguration.class,
    EdgeConfiguration.class,
    EndpointConfiguration.class,
    HealthConfiguration.class,
    ReconnectConfiguration.class
})
public final class SluiceAutoConfiguration {

    SluiceAutoConfiguration() {}
}
