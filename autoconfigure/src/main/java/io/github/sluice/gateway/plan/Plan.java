package io.github.sluice.gateway.plan;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import java.util.List;
import java.util.Optional;

/** What holds for the callers who are on it, in place of a route's own limits. */
public sealed interface Plan {

    /** No limits: everything passes, and the store is not asked. */
    Plan UNLIMITED = new Unlimited();

    /** Nothing passes. */
    Plan BLOCKED = new Blocked();

    /**
     * One limit, which takes the name of the filter that it is obeyed by: a caller who changes from one such plan to another
     * keeps the tokens.
     *
     * @param capacity the tokens that the bucket holds, 1 to 10<sup>12</sup>
     * @param refillRate how fast they drip in
     * @return the plan
     * @throws IllegalArgumentException if the numbers are out of range
     */
    static Plan of(long capacity, RefillRate refillRate) {
        return new Single(capacity, refillRate);
    }

    /**
     * Several limits, all decided together.
     *
     * @param limits at least one, each with a name of its own
     * @return the plan
     * @throws IllegalArgumentException if there is none, or a name comes twice
     */
    static Plan of(List<Limit> limits) {
        return new Several(Policy.of(limits));
    }

    /**
     * The limits of a plan.
     *
     * @param plan the plan
     * @param name what a single limit is called
     * @return empty if it has none
     */
    static Optional<Policy> policy(Plan plan, String name) {
        if (plan instanceof Single single) {
            return Optional.of(single.named(name));
        }
        return plan instanceof Several several ? Optional.of(several.policy()) : Optional.empty();
    }

    /** A plan with one limit. */
    record Single(long capacity, RefillRate refillRate) implements Plan {

        public Single {
            named("default", capacity, refillRate);
        }

        /**
         * The limit under a name.
         *
         * @param name the name of the limit
         * @return a policy of that limit
         */
        public Policy named(String name) {
            return named(name, capacity, refillRate);
        }

        private static Policy named(String name, long capacity, RefillRate refillRate) {
            return Policy.of(new Limit(name, capacity, refillRate));
        }
    }

    /** A plan with limits that have names. */
    record Several(Policy policy) implements Plan {}

    /** A plan without limits. */
    record Unlimited() implements Plan {}

    /** A plan that lets nothing pass. */
    record Blocked() implements Plan {}
}
