package io.github.sluice.gateway;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.gateway.plan.Plan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What limits are called on a route, where a name that an earlier filter has taken gets -2, -3 and so on. */
final class LimitNames {

    private LimitNames() {}

    /** The names of the limits of a policy, in its order. */
    static List<String> of(Policy policy, Set<String> taken) {
        Set<String> used = new HashSet<>(taken);
        List<String> names = new ArrayList<>();
        for (Limit limit : policy.limits()) {
            String name = limit.name();
            for (int number = 2; !used.add(name); number++) {
                name = limit.name() + '-' + number;
            }
            names.add(name);
        }
        return names;
    }

    /** Every name that the limits of a filter have, on whichever plan. */
    static Set<String> all(FilterSettings settings, Set<String> taken) {
        Set<String> names = new HashSet<>();
        settings.policy().ifPresent(policy -> names.addAll(of(policy, taken)));
        for (Plan plan : settings.plans().values()) {
            settings.policy(plan).ifPresent(policy -> names.addAll(of(policy, taken)));
        }
        return names;
    }
}
