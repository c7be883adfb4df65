package io.github.sluice.autoconfigure;

import io.github.sluice.gateway.address.AddressRange;
import io.github.sluice.gateway.address.AddressRanges;
import io.github.sluice.gateway.address.ClientAddresses;
import io.github.sluice.gateway.key.ClientAddressKey;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.server.adapter.ForwardedHeaderTransformer;

/** Where requests come from. */
@Configuration(proxyBeanMethods = false)
class ClientAddressConfiguration {

    private static final Log LOG = LogFactory.getLog(ClientAddressConfiguration.class);

    @Bean
    ClientAddresses sluiceClientAddresses(
            SluiceProperties properties, ObjectProvider<ForwardedHeaderTransformer> transformer) {
        SluiceProperties.ClientIp clientIp = properties.clientIp();
        AddressRanges proxies = ranges("sluice.client-ip.trusted-proxies", clientIp.trustedProxies());
        if (!proxies.isEmpty() && transformer.stream().findAny().isPresent()) {
            LOG.warn(
                    "server.forward-headers-strategy is framework: forwarding headers are taken off each request, whoever "
                            + "sent it, before a filter sees it. Sluice reads them where the server received them, but KeyResolver "
                            + "beans, predicates of routes and the services behind do not find them. Beside "
                            + "sluice.client-ip.trusted-proxies write server.forward-headers-strategy: native, or none");
        }
        return new ClientAddresses(proxies, clientIp.header());
    }

    @Bean
    ClientAddressKey sluiceClientAddressKey(SluiceProperties properties, ClientAddresses addresses) {
        return new ClientAddressKey(addresses, properties.clientIp().ipv6Prefix());
    }

    static AddressRanges ranges(String property, List<String> texts) {
        return new AddressRanges(InvalidPropertyException.attemptEach(property, texts, AddressRange::parse));
    }
}
