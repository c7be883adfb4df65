package io.github.sluice.gateway.plan;

import java.time.Duration;
import java.time.Instant;

/**
 * What an operator has said of one caller for the time being.
 *
 * @param filter the filter at which it holds, as the endpoint calls its buckets
 * @param plan what holds for the caller, whatever plan the caller is on
 * @param until when it ends
 */
public record PlanOverride(String filter, Plan plan, Instant until) {

    /**
     * How long it still holds.
     *
     * @param now the time
     * @return zero if it has ended
     */
    public Duration remaining(Instant now) {
        Duration left = Duration.between(now, until);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
