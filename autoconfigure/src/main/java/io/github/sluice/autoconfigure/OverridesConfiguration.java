package io.github.sluice.autoconfigure;

import io.github.sluice.gateway.plan.PlanOverrideCopy;
import io.github.sluice.store.InMemoryOverrideStore;
import io.github.sluice.store.OverrideStore;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What operators say of callers; it is kept beside the buckets. */
@Configuration(proxyBeanMethods = false)
class OverridesConfiguration {

    @Bean
    @ConditionalOnMissingBean(OverrideStore.class)
    InMemoryOverrideStore sluiceOverrideStore() {
        return new InMemoryOverrideStore();
    }

    @Bean(initMethod = "start", destroyMethod = "stop")
    PlanOverrideCopy sluicePlanOverrides(OverrideStore store, StoreChain stores) {
        return new PlanOverrideCopy(store, stores::forget, Clock.systemUTC());
    }
}
