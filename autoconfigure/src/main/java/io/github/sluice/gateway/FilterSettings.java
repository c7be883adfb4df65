package io.github.sluice.gateway;

import io.github.sluice.bucket.Policy;
import io.github.sluice.gateway.cost.CostResolver;
import io.github.sluice.gateway.cost.Settling;
import io.github.sluice.gateway.key.CallerKey;
import io.github.sluice.gateway.plan.Plan;
import io.github.sluice.gateway.response.HeaderStyle;
import io.github.sluice.store.StoreFailureMode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpStatusCode;

/**
 * The arguments of one filter, read and checked.
 *
 * @param policy the limits of a caller who is on none of the plans; empty if such a caller has to be on one
 * @param plans the plans that the route obeys
 * @param costText the cost of a request that no rule matches, as it is written
 * @param costRules how many rules there are
 * @param settling how costs are known afterwards; empty if they are known before
 */
record FilterSettings(
        Optional<String> name,
        Scope scope,
        Mode mode,
        Exemptions exemptions,
        Optional<Policy> policy,
        Map<String, Plan> plans,
        CallerKey key,
        String keyText,
        CostResolver cost,
        String costText,
        int costRules,
        Optional<Settling> settling,
        MissingKeyMode onMissingKey,
        HttpStatusCode missingKeyStatus,
        StoreFailureMode onStoreFailure,
        Set<HeaderStyle> headers,
        HttpStatusCode status) {

    static final String DEFAULT_NAME = "default";

    /** The limits of a plan, whose single limit is called as the filter is; empty if it has none. */
    Optional<Policy> policy(Plan plan) {
        return policy(plan, name, settling);
    }

    /**
     * The limits of a plan at a filter of that name.
     *
     * @throws IllegalArgumentException if one of them cannot be settled, since it cannot count such a debt
     */
    static Optional<Policy> policy(Plan plan, Optional<String> name, Optional<Settling> settling) {
        Optional<Policy> policy = Plan.policy(plan, name.orElse(DEFAULT_NAME));
        return settling.isEmpty()
                ? policy
                : policy.map(limits -> limits.withMostDebt(settling.get().maxDebt()));
    }

    /** Read by people, at {@code /actuator/gateway/routes}. */
    @Override
    public String toString() {
        return "[TokenBucket "
                + name().map(name -> "name = '" + name + "', ").orElse("")
                + policy().map(FilterSettings::limits).orElse("")
                + (plans().isEmpty() ? "" : "plans = " + plans().keySet() + ", ")
                + "key = '" + keyText() + "']";
    }

    private static String limits(Policy policy) {
        return "limits = "
                + policy.limits().stream()
                        .map(limit -> limit.name() + ' ' + limit.capacity() + " at " + limit.refillRate())
                        .toList()
                + ", ";
    }
}
