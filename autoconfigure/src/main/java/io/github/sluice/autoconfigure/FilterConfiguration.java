package io.github.sluice.autoconfigure;

import io.github.sluice.bucket.BucketStore;
import io.github.sluice.gateway.Accounts;
import io.github.sluice.gateway.FilterArgumentsCheck;
import io.github.sluice.gateway.FilterCatalog;
import io.github.sluice.gateway.FilterDefaults;
import io.github.sluice.gateway.PlacedFilter;
import io.github.sluice.gateway.SettlementListener;
import io.github.sluice.gateway.Settler;
import io.github.sluice.gateway.SharedFilters;
import io.github.sluice.gateway.TokenBucketGatewayFilterFactory;
import io.github.sluice.gateway.VerdictListener;
import io.github.sluice.gateway.address.ClientAddresses;
import io.github.sluice.gateway.key.ApiKeyClients;
import io.github.sluice.gateway.key.ApiKeys;
import io.github.sluice.gateway.key.BucketIds;
import io.github.sluice.gateway.key.ClientAddressKey;
import io.github.sluice.gateway.key.KeyWords;
import io.github.sluice.gateway.plan.PlanFinder;
import io.github.sluice.gateway.plan.PlanOverrideCopy;
import io.github.sluice.gateway.plan.PlanResolver;
import io.github.sluice.gateway.response.DenialHandler;
import io.github.sluice.gateway.response.DenialWritingFilter;
import io.github.sluice.gateway.response.ProblemDetailDenialHandler;
import io.github.sluice.gateway.server.EventLoops;
import io.github.sluice.store.CallListener;
import io.github.sluice.store.InMemoryBucketStore;
import io.github.sluice.store.StoreFailureMode;
import io.micrometer.observation.ObservationRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.config.conditional.ConditionalOnEnabledFilter;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.support.ConfigurationService;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;

/** The filter and what writes its answer. */
@Configuration(proxyBeanMethods = false)
class FilterConfiguration {

    private static final Log LOG = LogFactory.getLog(FilterConfiguration.class);
    private static final String RESOURCE_SERVER =
            "org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken";

    @Bean
    StoreChain sluiceStores(
            SluiceProperties properties,
            BucketStore store,
            ObjectProvider<CallListener> listeners,
            ObjectProvider<ObservationRegistry> observations) {
        properties.check();
        List<CallListener> all = listeners.orderedStream().toList();
        if (properties.storeFailure().mode() == StoreFailureMode.LOCAL
                && properties.storeFailure().replicas() == null
                && !(store instanceof InMemoryBucketStore)) {
            LOG.warn(
                    "sluice.store-failure.replicas is not set: while Redis is away each gateway gives out the whole quota "
                            + "of each limit. Write how many gateways share it");
        }
        CallListener everyone = (outcome, duration, requests) -> {
            for (CallListener listener : all) {
                listener.onCall(outcome, duration, requests);
            }
        };
        return new StoreChain(store, properties, everyone, observations.getIfUnique(() -> ObservationRegistry.NOOP));
    }

    @Bean
    SmartInitializingSingleton sluiceStoreWarmUp(StoreChain stores) {
        // Not waited for: a gateway starts without its store.
        return () -> stores.warmUp().subscribe();
    }

    @Bean
    EventLoops sluiceEventLoops() {
        return new EventLoops();
    }

    @Bean
    ApiKeys sluiceApiKeys(SluiceProperties properties, ObjectProvider<ApiKeyClients> clients) {
        ApiKeyProperties apiKey = properties.apiKey();
        ApiKeyClients application = clients.getIfUnique();
        if (application != null) {
            return ApiKeys.registered(apiKey.headers(), apiKey.queryParameters(), application);
        }
        return apiKey.clients().isEmpty()
                ? ApiKeys.unregistered(apiKey.headers(), apiKey.queryParameters())
                : ApiKeys.registered(apiKey.headers(), apiKey.queryParameters(), apiKey.clientsBySha256());
    }

    @Bean
    SharedFilters sluiceSharedFilters() {
        return new SharedFilters();
    }

    @Bean
    Accounts sluiceAccounts(
            SluiceProperties properties,
            ApiKeys apiKeys,
            ObjectProvider<PlanResolver> resolver,
            PlanOverrideCopy overrides,
            ResourceLoader resources) {
        PlanResolver application = resolver.getIfUnique();
        PlanFinder plans = application == null
                ? configuredPlans(properties, apiKeys, verifiesTokens(resources))
                : PlanFinder.by(application);
        return new Accounts(plans, overrides, Clock.systemUTC());
    }

    private static PlanFinder configuredPlans(SluiceProperties properties, ApiKeys apiKeys, boolean verifiesTokens) {
        PlanFinder byClient = apiKeys.areRegistered() ? PlanFinder.byClient(apiKeys) : PlanFinder.NONE;
        if (properties.planClaim().isEmpty()) {
            return byClient;
        }
        if (!verifiesTokens) {
            throw new InvalidPropertyException(
                    "sluice.jwt.plan-claim",
                    properties.planClaim().get(),
                    "A claim is read from tokens that the resource server of Spring Security verified: add the dependency "
                            + "org.springframework.boot:spring-boot-starter-oauth2-resource-server");
        }
        return byClient.or(PlanFinder.byClaim(properties.planClaim().get()));
    }

    @Bean
    Settler sluiceSettler(StoreChain stores, ObjectProvider<SettlementListener> listeners) {
        List<SettlementListener> all = listeners.orderedStream().toList();
        return new Settler(stores, (route, filter, outcome) -> {
            for (SettlementListener listener : all) {
                listener.onSettlement(route, filter, outcome);
            }
        });
    }

    @Bean
    @ConditionalOnEnabledFilter(TokenBucketGatewayFilterFactory.class)
    TokenBucketGatewayFilterFactory tokenBucketGatewayFilterFactory(
            SluiceProperties properties,
            GatewayProperties gateway,
            StoreChain stores,
            SharedFilters shared,
            Accounts accounts,
            ApiKeys apiKeys,
            Settler settler,
            ObjectProvider<VerdictListener> listeners,
            EventLoops eventLoops,
            ClientAddresses addresses,
            ClientAddressKey clientAddress,
            ResourceLoader resources) {
        return new TokenBucketGatewayFilterFactory(
                defaults(
                        properties,
                        gateway,
                        new KeyWords(apiKeys, clientAddress, verifiesTokens(resources)),
                        addresses),
                shared,
                accounts,
                stores,
                settler,
                everyone(listeners),
                eventLoops);
    }

    static VerdictListener everyone(ObjectProvider<VerdictListener> listeners) {
        List<VerdictListener> all = listeners.orderedStream().toList();
        return (route, filter, verdict) -> {
            for (VerdictListener listener : all) {
                listener.onVerdict(route, filter, verdict);
            }
        };
    }

    private static boolean verifiesTokens(ResourceLoader resources) {
        return ClassUtils.isPresent(RESOURCE_SERVER, resources.getClassLoader());
    }

    private static FilterDefaults defaults(
            SluiceProperties properties, GatewayProperties gateway, KeyWords keyWords, ClientAddresses addresses) {
        if (properties.secret().isEmpty()) {
            LOG.info(
                    "sluice.key-secret is not set: callers are hashed without a secret in the ids of buckets, and can be "
                            + "found by trying");
        }
        return new FilterDefaults(
                properties.enabled(),
                !gateway.isFailOnRouteDefinitionError(),
                properties.mode(),
                properties.plansByName(),
                keyWords,
                addresses,
                properties.edge().limitNames(),
                new BucketIds(properties.secret()),
                Set.copyOf(properties.response().headers()),
                properties.storeFailure().mode());
    }

    @Bean
    FilterCatalog sluiceFilterCatalog(ObjectProvider<PlacedFilter> outer, ObjectProvider<RouteLocator> routes) {
        return new FilterCatalog(outer.orderedStream().toList(), routes::getObject);
    }

    @Bean
    StartReport sluiceStartReport(FilterCatalog filters) {
        return new StartReport(filters);
    }

    @Bean
    @ConditionalOnMissingBean
    DenialHandler sluiceDenialHandler() {
        return new ProblemDetailDenialHandler();
    }

    @Bean
    DenialWritingFilter sluiceDenialWritingFilter(DenialHandler handler, EventLoops eventLoops) {
        return new DenialWritingFilter(handler, eventLoops);
    }

    @Bean
    @ConditionalOnBean(TokenBucketGatewayFilterFactory.class)
    RouteCheck sluiceRouteCheck(
            GatewayProperties gateway, TokenBucketGatewayFilterFactory factory, ConfigurationService configuration) {
        return new RouteCheck(gateway, new FilterArgumentsCheck(factory, configuration));
    }
}
