package io.github.sluice.autoconfigure;

import io.github.sluice.actuate.RateLimitsEndpoint;
import io.github.sluice.gateway.FilterCatalog;
import io.github.sluice.gateway.plan.PlanOverrideCopy;
import java.time.Clock;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoint {@code ratelimits}, if there is an actuator. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({WebEndpoint.class, ConditionalOnAvailableEndpoint.class})
class EndpointConfiguration {

    @Bean
    @ConditionalOnAvailableEndpoint(endpoint = RateLimitsEndpoint.class)
    RateLimitsEndpoint sluiceRateLimitsEndpoint(FilterCatalog filters, StoreChain stores, PlanOverrideCopy overrides) {
        return new RateLimitsEndpoint(filters, stores, overrides, Clock.systemUTC());
    }
}
