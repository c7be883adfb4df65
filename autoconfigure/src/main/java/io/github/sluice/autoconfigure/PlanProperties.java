package io.github.sluice.autoconfigure;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.gateway.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A plan: one limit, several, or one of the two words.
 *
 * @param capacity The tokens that the bucket holds.
 * @param refillRate How fast tokens drip in, such as 5/s or 100/min.
 * @param limits Several limits, all decided together, in place of the two.
 * @param unlimited Whether callers on this plan are not limited.
 * @param blocked Whether callers on this plan are all denied.
 */
public record PlanProperties(
        @Nullable Long capacity,
        @Nullable String refillRate,
        @DefaultValue List<LimitProperties> limits,
        @DefaultValue("false") boolean unlimited,
        @DefaultValue("false") boolean blocked) {

    Plan toPlan(String property) {
        boolean single = capacity != null || refillRate != null;
        int kinds = (single ? 1 : 0) + (limits.isEmpty() ? 0 : 1) + (unlimited ? 1 : 0) + (blocked ? 1 : 0);
        if (kinds > 1) {
            throw new InvalidPropertyException(
                    property, this, "Write one of capacity and refill-rate, limits, unlimited: true, blocked: true");
        }
        if (unlimited || blocked) {
            return unlimited ? Plan.UNLIMITED : Plan.BLOCKED;
        }
        return limits.isEmpty() ? single(property) : several(property);
    }

    private Plan single(String property) {
        long tokens = LimitProperties.capacity(property, capacity);
        RefillRate rate = LimitProperties.refillRate(property, refillRate);
        return LimitProperties.checked(property + ".refill-rate", rate, () -> Plan.of(tokens, rate));
    }

    private Plan several(String property) {
        List<Limit> all = new ArrayList<>();
        for (int i = 0; i < limits.size(); i++) {
            all.add(limits.get(i).toLimit(property + ".limits[" + i + "]"));
        }
        return LimitProperties.checked(
                property + ".limits", all.stream().map(Limit::name).toList(), () -> Plan.of(all));
    }
}
