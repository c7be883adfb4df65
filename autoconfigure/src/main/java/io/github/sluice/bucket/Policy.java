package io.github.sluice.bucket;

import java.util.Arrays;
import java.util.List;

/**
 * One or more limits over one bucket, decided together: a request must fit all of them, or it takes from none. Two
 * policies are equal if their limits are, in the same order; the order means nothing to a decision.
 */
public final class Policy {

    private final List<Limit> limits;
    private final Scale[] scales;
    private final int hash;

    private Policy(List<Limit> limits) {
        if (limits.isEmpty()) {
            throw new IllegalArgumentException("a policy has at least one limit");
        }
        if (limits.stream().map(Limit::name).distinct().count() < limits.size()) {
            throw new IllegalArgumentException("the limits of a policy have different names");
        }
        this.limits = List.copyOf(limits);
        this.scales = limits.stream()
                .map(limit -> Scale.of(limit.capacity(), limit.refillRate()))
                .toArray(Scale[]::new);
        this.hash = this.limits.hashCode();
    }

    /**
     * A policy of these limits.
     *
     * @param limits at least one, no two of the same name
     * @return the policy
     * @throws IllegalArgumentException if there is none, or a name comes twice
     */
    public static Policy of(List<Limit> limits) {
        return new Policy(limits);
    }

    /**
     * A policy of these limits.
     *
     * @param limits at least one, no two of the same name
     * @return the policy
     * @throws IllegalArgumentException if there is none, or a name comes twice
     */
    public static Policy of(Limit... limits) {
        return new Policy(Arrays.asList(limits));
    }

    /**
     * The limits.
     *
     * @return the limits in the order in which they were given, never empty
     */
    public List<Limit> limits() {
        return limits;
    }

    /**
     * How one of the limits is counted. Not part of the API.
     *
     * @param index the position of the limit in {@link #limits()}
     * @return its scale
     */
    public Scale scale(int index) {
        return scales[index];
    }

    /**
     * Whether a request of this cost can ever pass.
     *
     * @param cost the tokens it takes
     * @return false if the cost is above the capacity of some limit, so that waiting does not help
     */
    public boolean canEverAllow(long cost) {
        for (Limit limit : limits) {
            if (cost > limit.capacity()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Policy policy && hash == policy.hash && limits.equals(policy.limits));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return limits.toString();
    }
}
