package io.github.sluice.gateway;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.gateway.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.cloud.gateway.event.RefreshRoutesEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Sees to it that filters that share buckets agree: under one name the same key, limits and plans. Begins anew when the
 * routes are made again; those written in Java are made once and stay.
 *
 * <p>Not part of the API.
 */
public final class SharedFilters implements ApplicationListener<RefreshRoutesEvent>, Ordered {

    private final Map<String, Shared> byName = new ConcurrentHashMap<>();

    /** Nothing is shared yet. */
    public SharedFilters() {}

    /**
     * Takes note of a filter.
     *
     * @throws InvalidFilterException if it does not agree with one of that name that came earlier
     */
    void check(Optional<String> routeId, FilterSettings settings) {
        if (settings.scope() != Scope.SHARED) {
            return;
        }
        String name = settings.name().orElseThrow();
        Shared shared =
                new Shared(routeId, settings.keyText(), settings.policy().map(Policy::limits), settings.plans());
        Shared earlier = byName.putIfAbsent(name, shared);
        if (earlier != null && !earlier.agreesWith(shared)) {
            throw new InvalidFilterException(
                    routeId,
                    "name",
                    name,
                    "the filter of this name on route '" + earlier.routeId().orElse("written in Java")
                            + "' shares its buckets but has another key, other limits or other plans: write the same,"
                            + " or another name");
        }
    }

    @Override
    public void onApplicationEvent(RefreshRoutesEvent event) {
        byName.values().removeIf(shared -> shared.routeId().isPresent());
    }

    /** Before the routes are made. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    private record Shared(Optional<String> routeId, String key, Optional<List<Limit>> limits, Map<String, Plan> plans) {

        boolean agreesWith(Shared other) {
            return key.equals(other.key) && limits.equals(other.limits) && plans.equals(other.plans);
        }
    }
}
