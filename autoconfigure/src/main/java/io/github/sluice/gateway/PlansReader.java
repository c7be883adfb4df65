package io.github.sluice.gateway;

import io.github.sluice.gateway.plan.Plan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the argument {@code plans}: a group of plans by name, a list of names of the global plans, or {@code none}. */
final class PlansReader {

    private static final String NONE = "none";

    private final Map<String, Plan> globalPlans;

    PlansReader(Map<String, Plan> globalPlans) {
        this.globalPlans = globalPlans;
    }

    Map<String, Plan> read(ArgumentReader arguments) {
        Optional<Object> written = arguments.raw("plans");
        if (written.isEmpty()) {
            return globalPlans;
        }
        if (written.get() instanceof Map<?, ?> map
                && !map.keySet().stream().allMatch(name -> name.toString().matches("\\d+"))) {
            return plans(arguments, map);
        }
        if (NONE.equals(arguments.text("plans").orElse(""))) {
            return Map.of();
        }
        Map<String, Plan> some = new LinkedHashMap<>();
        for (String name : arguments.texts("plans")) {
            Plan plan = globalPlans.get(name);
            if (plan == null) {
                throw arguments.mistake("plans", name, "no plan has this name; " + remedy());
            }
            some.put(name, plan);
        }
        return some;
    }

    /** A plan by its name, or one of the two words; or as {@link #plan} reads it. */
    Plan one(ArgumentReader arguments) {
        Optional<String> name = arguments.text("plan");
        if (name.isEmpty()) {
            return plan(arguments);
        }
        arguments.refuseOthers("plan");
        Plan named = globalPlans.get(name.get());
        if (named != null) {
            return named;
        }
        return switch (name.get()) {
            case "unlimited" -> Plan.UNLIMITED;
            case "blocked" -> Plan.BLOCKED;
            default ->
                throw arguments.mistake(
                        "plan",
                        name.get(),
                        "write unlimited, blocked"
                                + (globalPlans.isEmpty() ? "" : ", " + String.join(", ", globalPlans.keySet()))
                                + ", or limits: capacity and refill-rate");
        };
    }

    private String remedy() {
        return "write none, "
                + (globalPlans.isEmpty()
                        ? "or a plan with its limits, such as gold: {capacity: 100, refill-rate: 50/s}"
                        : "some of " + String.join(", ", globalPlans.keySet()) + ", or a plan with its limits");
    }

    private static Map<String, Plan> plans(ArgumentReader arguments, Map<?, ?> written) {
        Map<String, Plan> plans = new LinkedHashMap<>();
        written.forEach((name, value) -> {
            if (value instanceof Plan plan) {
                plans.put(name.toString(), plan);
            } else {
                plans.put(name.toString(), plan(arguments.group("plans", name.toString(), value)));
            }
        });
        return plans;
    }

    /** One plan: limits, or one of the two words. */
    private static Plan plan(ArgumentReader group) {
        group.refuseOthers("capacity", "refill-rate", "limits", "unlimited", "blocked");
        boolean unlimited = group.flag("unlimited");
        boolean blocked = group.flag("blocked");
        Optional<Plan> limits = PolicyReader.read(group);
        if ((limits.isPresent() ? 1 : 0) + (unlimited ? 1 : 0) + (blocked ? 1 : 0) > 1) {
            throw group.mistake(
                    unlimited ? "unlimited" : "blocked",
                    true,
                    "write one of capacity and refill-rate, limits, unlimited: true, blocked: true");
        }
        if (unlimited) {
            return Plan.UNLIMITED;
        }
        return blocked ? Plan.BLOCKED : limits.orElseGet(() -> PolicyReader.single(group));
    }
}
