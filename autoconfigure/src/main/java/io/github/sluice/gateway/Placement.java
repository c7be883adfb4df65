package io.github.sluice.gateway;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.gateway.key.BucketIds;
import io.github.sluice.gateway.response.RateLimitHeaders;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.cloud.gateway.route.Route;

/**
 * Where a filter stands on a route, which only the finished route tells: its ordinal among the TokenBucket filters there,
 * and so which buckets are its own and what its limits are called.
 */
record Placement(
        @Nullable Route route,
        String routeId,
        String filter,
        BucketIds.Namespace buckets,
        Policy policy,
        List<String> limitNames,
        RateLimitHeaders headers) {

    private static final String NO_ROUTE = "none";

    static Placement of(TokenBucketGatewayFilter self, @Nullable Route route, BucketIds bucketIds) {
        String routeId = route == null ? NO_ROUTE : route.getId();
        Set<String> taken = new HashSet<>();
        int ordinal = 0;
        for (GatewayFilter filter : route == null ? List.<GatewayFilter>of() : route.getFilters()) {
            GatewayFilter bare = filter instanceof OrderedGatewayFilter ordered ? ordered.getDelegate() : filter;
            if (bare == self) {
                break;
            }
            if (bare instanceof TokenBucketGatewayFilter earlier) {
                ordinal++;
                names(earlier.settings(), taken);
            }
        }
        FilterSettings settings = self.settings();
        List<String> names = names(settings, taken);
        String filter = settings.name().orElse(String.valueOf(ordinal));
        String kind = settings.name().isPresent() ? "name" : "ordinal";
        return new Placement(
                route,
                routeId,
                filter,
                bucketIds.namespace("route", routeId, kind, filter),
                settings.policy(),
                names,
                new RateLimitHeaders(settings.headers(), settings.policy().limits(), names));
    }

    /** A name that an earlier filter of the route has taken gets -2, -3 and so on. */
    private static List<String> names(FilterSettings settings, Set<String> taken) {
        List<String> names = new ArrayList<>();
        for (Limit limit : settings.policy().limits()) {
            String name = limit.name();
            for (int number = 2; !taken.add(name); number++) {
                name = limit.name() + '-' + number;
            }
            names.add(name);
        }
        return names;
    }

    /** What a limit of the policy is called on this route. */
    String limitName(String nameInPolicy) {
        List<Limit> limits = policy.limits();
        for (int i = 0; i < limits.size(); i++) {
            if (limits.get(i).name().equals(nameInPolicy)) {
                return limitNames.get(i);
            }
        }
        return nameInPolicy;
    }

    /** Two routes may have the same id, one after the other: a refresh makes new ones. */
    @SuppressWarnings("ReferenceEquality")
    boolean isFor(@Nullable Route other) {
        return route == other;
    }
}
