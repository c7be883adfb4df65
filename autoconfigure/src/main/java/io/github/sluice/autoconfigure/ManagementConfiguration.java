package io.github.sluice.autoconfigure;

import io.github.sluice.gateway.edge.ManagementRequests;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.util.pattern.PathPatternParser;

/** Where the actuator is, if there is one. */
@Configuration(proxyBeanMethods = false)
@Conditional(OnEdge.class)
@ConditionalOnClass({PathMappedEndpoints.class, ManagementPortType.class})
class ManagementConfiguration {

    @Bean
    ManagementRequests sluiceManagementRequests(
            ObjectProvider<PathMappedEndpoints> endpoints, Environment environment) {
        // Not before there is a request: an endpoint may need a bean that needs the filter.
        return new ManagementRequests(SingletonSupplier.of(() -> endpoints.stream()
                .flatMap(all -> paths(all, ManagementPortType.get(environment)).stream())
                .map(PathPatternParser.defaultInstance::parse)
                .toList()));
    }

    private static List<String> paths(PathMappedEndpoints endpoints, ManagementPortType port) {
        List<String> paths = new ArrayList<>();
        if (port == ManagementPortType.SAME) {
            if (endpoints.getBasePath().isEmpty()) {
                endpoints.getAllPaths().forEach(path -> paths.add(path + "/**"));
            } else {
                paths.add(endpoints.getBasePath() + "/**");
            }
        }
        // Such as /livez, which may be at this port also if the others are not.
        for (PathMappedEndpoint endpoint : endpoints) {
            endpoint.getAdditionalPaths(WebServerNamespace.SERVER).forEach(path -> paths.add(path + "/**"));
        }
        return paths;
    }
}
