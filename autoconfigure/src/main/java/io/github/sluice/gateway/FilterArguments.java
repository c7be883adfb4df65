package io.github.sluice.gateway;

import io.github.sluice.bucket.Limit;
import io.github.sluice.gateway.cost.CostResolver;
import io.github.sluice.gateway.cost.CostRule;
import io.github.sluice.gateway.cost.Settling;
import io.github.sluice.gateway.plan.Plan;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.cloud.gateway.support.HasRouteId;

/**
 * The arguments as they were written, by name. The gateway binds arguments to an object and drops what it does not know;
 * bound to a map, a misspelt name is still there to be refused, and a wrong value to be named.
 */
final class FilterArguments extends LinkedHashMap<String, Object>
        implements TokenBucketGatewayFilterFactory.Config, HasRouteId {

    private static final long serialVersionUID = 1L;

    private @Nullable String routeId;

    FilterArguments() {}

    Optional<String> route() {
        return Optional.ofNullable(routeId);
    }

    @Override
    public void setRouteId(String routeId) {
        this.routeId = routeId;
    }

    @Override
    public @Nullable String getRouteId() {
        return routeId;
    }

    @Override
    public FilterArguments setCapacity(long capacity) {
        return with("capacity", capacity);
    }

    @Override
    public FilterArguments setRefillRate(String refillRate) {
        return with("refill-rate", refillRate);
    }

    @Override
    public FilterArguments setLimits(Limit... limits) {
        return with("limits", List.of(limits));
    }

    @Override
    public FilterArguments setPlans(Map<String, Plan> plans) {
        return with("plans", plans);
    }

    @Override
    public FilterArguments setPlans(String... names) {
        return with("plans", String.join(",", names));
    }

    @Override
    public FilterArguments setScope(String scope) {
        return with("scope", scope);
    }

    @Override
    public FilterArguments setMode(String mode) {
        return with("mode", mode);
    }

    @Override
    public FilterArguments setKey(String key) {
        return with("key", key);
    }

    @Override
    public FilterArguments setKey(KeyResolver key) {
        return with("key", key);
    }

    @Override
    public FilterArguments setCost(long cost) {
        return with("cost", cost);
    }

    @Override
    public FilterArguments setCost(CostResolver cost) {
        return with("cost", cost);
    }

    @Override
    public FilterArguments setCosts(CostRule... costs) {
        return with("costs", List.of(costs));
    }

    @Override
    public FilterArguments setSettle(Settling settling) {
        return with("settle", settling);
    }

    @Override
    public FilterArguments setName(String name) {
        return with("name", name);
    }

    @Override
    public FilterArguments setExempt(List<String> ips, List<String> methods, List<String> paths) {
        return with("exempt", Map.of("ips", ips, "methods", methods, "paths", paths));
    }

    @Override
    public FilterArguments setOnMissingKey(String mode) {
        return with("on-missing-key", mode);
    }

    @Override
    public FilterArguments setMissingKeyStatus(int status) {
        return with("missing-key-status", status);
    }

    @Override
    public FilterArguments setOnStoreFailure(String mode) {
        return with("on-store-failure", mode);
    }

    @Override
    public FilterArguments setHeaders(String... styles) {
        return with("headers", String.join(",", Arrays.asList(styles)));
    }

    @Override
    public FilterArguments setStatus(int status) {
        return with("status", status);
    }

    private FilterArguments with(String name, Object value) {
        put(name, value);
        return this;
    }
}
