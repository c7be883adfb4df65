package io.github.sluice.autoconfigure;

import io.github.sluice.gateway.VerdictListener;
import io.github.sluice.gateway.address.ClientAddresses;
import io.github.sluice.gateway.edge.EdgeFilter;
import io.github.sluice.gateway.edge.EdgeSettings;
import io.github.sluice.gateway.edge.ManagementRequests;
import io.github.sluice.gateway.edge.PlacedEdge;
import io.github.sluice.gateway.key.BucketIds;
import io.github.sluice.gateway.key.ClientAddressKey;
import io.github.sluice.gateway.response.DenialHandler;
import io.github.sluice.gateway.response.DenialWriter;
import io.github.sluice.gateway.server.EventLoops;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** The filter in front of Spring Security, if a limit is set for it. */
@Configuration(proxyBeanMethods = false)
@Conditional(OnEdge.class)
class EdgeConfiguration {

    @Bean
    PlacedEdge sluiceEdge(SluiceProperties properties, ClientAddresses addresses, ClientAddressKey key) {
        EdgeSettings settings = new EdgeSettings(
                properties.mode(),
                key,
                properties.edge().policy(),
                new BucketIds(properties.secret()).namespace(EdgeFilter.NAME),
                properties.edge().exemptions(addresses),
                Set.copyOf(properties.response().headers()));
        return new PlacedEdge(settings, properties.storeFailure().mode());
    }

    @Bean
    EdgeFilter sluiceEdgeFilter(
            PlacedEdge edge,
            ObjectProvider<ManagementRequests> management,
            StoreChain stores,
            ObjectProvider<VerdictListener> listeners,
            DenialHandler handler,
            EventLoops eventLoops) {
        return new EdgeFilter(
                edge.settings(),
                management.getIfAvailable(() -> new ManagementRequests(List::of)),
                stores.apply(edge.onStoreFailure()),
                FilterConfiguration.everyone(listeners),
                new DenialWriter(handler, eventLoops),
                eventLoops);
    }
}
