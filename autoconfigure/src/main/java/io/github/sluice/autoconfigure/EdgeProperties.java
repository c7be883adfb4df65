package io.github.sluice.autoconfigure;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.gateway.Exemptions;
import io.github.sluice.gateway.address.ClientAddresses;
import io.github.sluice.gateway.cost.ForwardedPath;
import io.github.sluice.gateway.edge.EdgeFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A policy by client address over all requests, before Spring Security. Off as long as no limit is set.
 *
 * @param capacity The tokens that each client's bucket holds, 1 to 1000000000000.
 * @param refillRate How fast tokens drip in, such as 100/s or 1000/min.
 * @param limits Several limits, all decided together, in place of capacity and refill-rate.
 * @param exempt The requests that it does not limit. Those to the actuator never are.
 */
public record EdgeProperties(
        @Nullable Long capacity,
        @Nullable String refillRate,
        @DefaultValue List<EdgeLimit> limits,
        @DefaultValue Exempt exempt) {

    private static final String PREFIX = "sluice.edge.";

    /**
     * One of several limits.
     *
     * @param name The name of the limit in headers and answers. May be left out if there is only one.
     * @param capacity The tokens that each client's bucket holds, 1 to 1000000000000.
     * @param refillRate How fast tokens drip in, such as 100/s or 1000/min.
     */
    public record EdgeLimit(
            @Nullable String name,
            @Nullable Long capacity,
            @Nullable String refillRate) {}

    /**
     * The requests that are not limited: what one of these lists names is exempt.
     *
     * @param ips The clients, as addresses or ranges such as 10.0.0.0/8.
     * @param methods The methods.
     * @param paths Patterns of the paths, such as /public/**.
     */
    public record Exempt(
            @DefaultValue List<String> ips,
            @DefaultValue List<String> methods,
            @DefaultValue List<String> paths) {}

    boolean isOn() {
        return capacity != null || refillRate != null || !limits.isEmpty();
    }

    /** What its limits are called in headers; none while it is off. */
    Set<String> limitNames() {
        return isOn() ? policy().limits().stream().map(Limit::name).collect(Collectors.toUnmodifiableSet()) : Set.of();
    }

    Policy policy() {
        if (limits.isEmpty()) {
            return Policy.of(limit(PREFIX, EdgeFilter.NAME, capacity, refillRate));
        }
        if (capacity != null || refillRate != null) {
            throw new InvalidPropertyException(
                    PREFIX + (capacity == null ? "refill-rate" : "capacity"),
                    capacity == null ? String.valueOf(refillRate) : capacity,
                    "Write either capacity and refill-rate, or limits");
        }
        List<Limit> all = new ArrayList<>();
        for (int i = 0; i < limits.size(); i++) {
            EdgeLimit limit = limits.get(i);
            String prefix = PREFIX + "limits[" + i + "].";
            all.add(limit(prefix, name(prefix, limit.name()), limit.capacity(), limit.refillRate()));
        }
        String names = String.join(", ", all.stream().map(Limit::name).toList());
        return InvalidPropertyException.attempt(PREFIX + "limits", names, () -> Policy.of(all));
    }

    private String name(String prefix, @Nullable String name) {
        if (name == null && limits.size() == 1) {
            return EdgeFilter.NAME;
        }
        if (name == null || !Limit.isName(name)) {
            throw new InvalidPropertyException(
                    prefix + "name",
                    name == null ? "" : name,
                    "Give each limit a name of its own, such as burst or day: 1 to 64 characters of printable ASCII");
        }
        return name;
    }

    private static Limit limit(String prefix, String name, @Nullable Long capacity, @Nullable String refillRate) {
        if (capacity == null || capacity < 1 || capacity > RefillRate.MOST_TOKENS) {
            throw new InvalidPropertyException(
                    prefix + "capacity",
                    capacity == null ? "" : capacity,
                    "Write how many tokens the bucket holds, a whole number from 1 to " + RefillRate.MOST_TOKENS);
        }
        String rate = refillRate == null ? "" : refillRate;
        return InvalidPropertyException.attempt(
                prefix + "refill-rate", rate, () -> new Limit(name, capacity, RefillRate.parse(rate)));
    }

    Exemptions exemptions(ClientAddresses addresses) {
        String prefix = PREFIX + "exempt.";
        return new Exemptions(
                addresses,
                ClientAddressConfiguration.ranges(prefix + "ips", exempt.ips()),
                InvalidPropertyException.attemptEach(prefix + "methods", exempt.methods(), Exemptions::method),
                InvalidPropertyException.attemptEach(prefix + "paths", exempt.paths(), ForwardedPath::pattern));
    }
}
