package io.github.sluice.gateway;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.gateway.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what may stand for the limits of a filter and for a plan: capacity and refill rate, or a list of limits. */
final class PolicyReader {

    private PolicyReader() {}

    /** Empty if none of the three is written. */
    static Optional<Plan> read(ArgumentReader arguments) {
        boolean several = arguments.has("limits");
        for (String single : new String[] {"capacity", "refill-rate"}) {
            if (several && arguments.has(single)) {
                throw arguments.mistake(
                        single, arguments.text(single).orElse(""), "write either capacity and refill-rate, or limits");
            }
        }
        if (several) {
            return Optional.of(several(arguments));
        }
        return arguments.has("capacity") || arguments.has("refill-rate")
                ? Optional.of(single(arguments))
                : Optional.empty();
    }

    static Plan single(ArgumentReader arguments) {
        long capacity = capacity(arguments);
        RefillRate rate = refillRate(arguments);
        return arguments.attempt("refill-rate", rate, () -> Plan.of(capacity, rate));
    }

    private static Plan several(ArgumentReader arguments) {
        List<Limit> limits = new ArrayList<>();
        for (Object element : arguments.elements("limits")) {
            if (element instanceof Limit limit) {
                limits.add(limit);
            }
        }
        if (limits.isEmpty()) {
            arguments.groups("limits").forEach(group -> limits.add(limit(group)));
        }
        String names = String.join(", ", limits.stream().map(Limit::name).toList());
        return arguments.attempt("limits", names, () -> Plan.of(limits));
    }

    private static Limit limit(ArgumentReader group) {
        group.refuseOthers("name", "capacity", "refill-rate");
        String name = group.require(
                "name",
                group.parsed("name", FilterSettingsReader::name),
                "Give each limit a name of its own, such as burst or day");
        long capacity = capacity(group);
        RefillRate rate = refillRate(group);
        return group.attempt("refill-rate", rate, () -> new Limit(name, capacity, rate));
    }

    private static long capacity(ArgumentReader arguments) {
        return arguments.require(
                "capacity",
                arguments.wholeNumber("capacity", 1, RefillRate.MOST_TOKENS),
                "Write how many tokens the bucket holds, such as capacity: 20");
    }

    private static RefillRate refillRate(ArgumentReader arguments) {
        return arguments.require(
                "refill-rate",
                arguments.parsed("refill-rate", RefillRate::parse),
                "Write how fast tokens drip in, such as refill-rate: 5/s");
    }
}
