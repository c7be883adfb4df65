package io.github.sluice.autoconfigure;

import io.github.sluice.actuate.DecisionMeters;
import io.github.sluice.gateway.VerdictListener;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The meters, if there is a registry. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
class MetersConfiguration {

    @Bean
    VerdictListener sluiceDecisionMeters(MeterRegistry registry) {
        return new DecisionMeters(registry);
    }
}
