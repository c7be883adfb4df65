package io.github.sluice.autoconfigure;

import io.github.sluice.actuate.SluiceHealthIndicator;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The health detail {@code sluice}, if there are health endpoints. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(ConditionalOnEnabledHealthIndicator.class)
class HealthConfiguration {

    @Bean
    @ConditionalOnEnabledHealthIndicator("sluice")
    SluiceHealthIndicator sluiceHealthIndicator(StoreChain stores) {
        return new SluiceHealthIndicator(stores.health());
    }
}
