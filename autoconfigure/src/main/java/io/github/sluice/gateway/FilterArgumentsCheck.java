package io.github.sluice.gateway;

import org.springframework.cloud.gateway.filter.FilterDefinition;
import org.springframework.cloud.gateway.support.ConfigurationService;

/**
 * Reads the arguments of one filter as the gateway will, so that a mistake shows before there is a request.
 *
 * <p>Not part of the API.
 */
public final class FilterArgumentsCheck {

    private final TokenBucketGatewayFilterFactory factory;
    private final ConfigurationService configuration;

    /**
     * A check.
     *
     * @param factory makes the filters
     * @param configuration binds their arguments
     */
    public FilterArgumentsCheck(TokenBucketGatewayFilterFactory factory, ConfigurationService configuration) {
        this.factory = factory;
        this.configuration = configuration;
    }

    /**
     * Makes the filter and drops it.
     *
     * @param routeId the route that it is for
     * @param definition its arguments
     * @throws InvalidFilterException if there is a mistake in them
     */
    public void check(String routeId, FilterDefinition definition) {
        FilterArguments arguments = (FilterArguments) bind(routeId, definition);
        arguments.setRouteId(routeId);
        factory.make(arguments);
    }

    private TokenBucketGatewayFilterFactory.Config bind(String routeId, FilterDefinition definition) {
        try {
            return configuration
                    .with(factory)
                    .name(definition.getName())
                    .properties(definition.getArgs())
                    .bind();
        } catch (RuntimeException unreadable) {
            throw InvalidFilterException.unreadable(routeId, unreadable);
        }
    }
}
