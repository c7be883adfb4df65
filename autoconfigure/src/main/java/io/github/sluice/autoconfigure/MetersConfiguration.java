package io.github.sluice.autoconfigure;

import io.github.sluice.actuate.DecisionMeters;
import io.github.sluice.actuate.SettlementMeters;
import io.github.sluice.actuate.StoreMeters;
import io.github.sluice.gateway.SettlementListener;
import io.github.sluice.gateway.VerdictListener;
import io.github.sluice.gateway.plan.PlanOverrideCopy;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.SmartInitializingSingleton;
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
    StoreMeters sluiceStoreMeters(MeterRegistry registry) {
        return new StoreMeters(registry);
    }

    @Bean
    SmartInitializingSingleton sluiceBreakerMeters(
            MeterRegistry registry, StoreChain stores, PlanOverrideCopy overrides) {
        return () -> StoreMeters.show(registry, stores.breaker(), stores.local(), overrides);
    }

    @Bean
    VerdictListener sluiceDecisionMeters(MeterRegistry registry) {
        return new DecisionMeters(registry);
    }

    @Bean
    SettlementListener sluiceSettlementMeters(MeterRegistry registry) {
        return new SettlementMeters(registry);
    }
}
