package io.github.sluice.gateway;

import java.util.List;
import java.util.function.Supplier;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.route.RouteLocator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * All filters that limit, in the order in which a request may meet them: what comes before all routes, then route by route.
 *
 * <p>Not part of the API.
 */
public final class FilterCatalog {

    private final List<PlacedFilter> outer;
    private final Supplier<RouteLocator> routes;

    /**
     * A catalog.
     *
     * @param outer the filters before all routes
     * @param routes the routes as they are at the moment
     */
    public FilterCatalog(List<PlacedFilter> outer, Supplier<RouteLocator> routes) {
        this.outer = List.copyOf(outer);
        this.routes = routes;
    }

    /**
     * The filters at the moment.
     *
     * @return all of them
     */
    public Flux<PlacedFilter> all() {
        return Flux.concat(
                Flux.fromIterable(outer),
                Flux.defer(() -> routes.get().getRoutes()).flatMapIterable(FilterCatalog::on));
    }

    /**
     * The filter whose buckets are called so; one of them if several share buckets.
     *
     * @param bucket what the endpoint calls the buckets
     * @return empty if there is none
     */
    public Mono<PlacedFilter> find(String bucket) {
        return all().filter(filter -> filter.description().bucket().equals(bucket))
                .next();
    }

    private static List<PlacedFilter> on(Route route) {
        return TokenBucketGatewayFilter.of(route).stream()
                .<PlacedFilter>map(filter -> filter.on(route))
                .toList();
    }
}
