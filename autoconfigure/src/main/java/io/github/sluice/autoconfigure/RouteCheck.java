package io.github.sluice.autoconfigure;

import io.github.sluice.gateway.FilterArgumentsCheck;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.cloud.gateway.filter.FilterDefinition;
import org.springframework.cloud.gateway.route.RouteDefinition;

/**
 * Builds the filters of all configured routes once before the start. The gateway itself only logs a route that cannot be
 * built, and starts without any; told to go on past bad routes, it does so by itself.
 */
final class RouteCheck implements SmartInitializingSingleton {

    private static final String FILTER = "TokenBucket";

    private final GatewayProperties gateway;
    private final FilterArgumentsCheck check;

    RouteCheck(GatewayProperties gateway, FilterArgumentsCheck check) {
        this.gateway = gateway;
        this.check = check;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!gateway.isFailOnRouteDefinitionError()) {
            return;
        }
        if (gateway.getRoutes().isEmpty()) {
            // They come from elsewhere, and get these.
            ours(gateway.getDefaultFilters().stream()).forEach(filter -> check.check("default-filters", filter));
        }
        for (RouteDefinition route : gateway.getRoutes()) {
            filters(route).forEach(filter -> check.check(String.valueOf(route.getId()), filter));
        }
    }

    private List<FilterDefinition> filters(RouteDefinition route) {
        return ours(Stream.concat(gateway.getDefaultFilters().stream(), route.getFilters().stream()));
    }

    private static List<FilterDefinition> ours(Stream<FilterDefinition> filters) {
        return filters.filter(filter -> FILTER.equals(filter.getName())).toList();
    }
}
