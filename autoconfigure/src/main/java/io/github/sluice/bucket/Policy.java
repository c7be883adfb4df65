package io.github.sluice.bucket;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * One or more limits over one bucket, decided together: a request must fit all of them, or it takes from none. Two
 * policies are equal if their limits, and how far these may go into debt, are, in the same order; the order means nothing to a
 * decision.
 */
public final class Policy {

    private final List<Limit> limits;
    private final Scale[] scales;
    private final int hash;

    private Policy(List<Limit> limits, Scale[] scales) {
        this.limits = limits;
        this.scales = scales;
        this.hash = limits.hashCode();
    }

    private static Policy checked(List<Limit> limits) {
        if (limits.isEmpty()) {
            throw new IllegalArgumentException("a policy has at least one limit");
        }
        if (limits.stream().map(Limit::name).distinct().count() < limits.size()) {
            throw new IllegalArgumentException("the limits of a policy have different names");
        }
        Scale[] scales = limits.stream()
                .map(limit -> Scale.of(limit.capacity(), limit.refillRate()))
                .toArray(Scale[]::new);
        return new Policy(List.copyOf(limits), scales);
    }

    /**
     * A policy of these limits.
     *
     * @param limits at least one, no two of the same name
     * @return the policy
     * @throws IllegalArgumentException if there is none, or a name comes twice
     */
    public static Policy of(List<Limit> limits) {
        return checked(limits);
    }

    /**
     * A policy of these limits.
     *
     * @param limits at least one, no two of the same name
     * @return the policy
     * @throws IllegalArgumentException if there is none, or a name comes twice
     */
    public static Policy of(Limit... limits) {
        return checked(Arrays.asList(limits));
    }

    /**
     * The same limits, and how far below 0 a settlement may charge each of them. In a policy of which nothing is said here it
     * stops at 0. A level that is lower already, since other limits held by then, stays where it is.
     *
     * @param mostDebt 0 to 10<sup>12</sup> tokens, for every limit; empty for as much as the limit's own capacity
     * @return the policy
     * @throws IllegalArgumentException if a limit cannot count such a debt, or would take more than ten years to pay it back
     */
    public Policy withMostDebt(OptionalLong mostDebt) {
        Scale[] indebted = new Scale[scales.length];
        for (int i = 0; i < indebted.length; i++) {
            Limit limit = limits.get(i);
            indebted[i] = limit.scale(scales[i].mostCost(), mostDebt.orElse(limit.capacity()));
        }
        return new Policy(limits, indebted);
    }

    /**
     * The part of this policy that one of several deciders may give out while they cannot ask each other: of each capacity
     * {@code max(1, ceil(capacity / sharers))}, of each rate {@code 1 / sharers}. A cost above such a part but within the
     * whole capacity passes when the part is full, and leaves a debt that drips away first. A settlement may charge a part as
     * far into debt as the whole.
     *
     * @param sharers how many share, at least 1
     * @return the part of each
     */
    public Policy share(int sharers) {
        List<Limit> parts = new ArrayList<>(scales.length);
        Scale[] partScales = new Scale[scales.length];
        for (int i = 0; i < partScales.length; i++) {
            Limit whole = limits.get(i);
            long mostDebt = scales[i].mostDebt();
            Limit part = whole.share(sharers, mostDebt);
            parts.add(part);
            partScales[i] = Scale.of(part.capacity(), part.refillRate(), whole.capacity(), mostDebt);
        }
        return new Policy(List.copyOf(parts), partScales);
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
        for (Scale scale : scales) {
            if (cost > scale.mostCost()) {
                return false;
            }
        }
        return true;
    }

    /**
     * The limits that never let a cost pass.
     *
     * @param cost tokens
     * @return those whose capacity is below it
     */
    public List<Limit> neverAllowing(long cost) {
        List<Limit> found = new ArrayList<>();
        for (int i = 0; i < scales.length; i++) {
            if (cost > scales[i].mostCost()) {
                found.add(limits.get(i));
            }
        }
        return found;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Policy policy
                        && hash == policy.hash
                        && limits.equals(policy.limits)
                        && Arrays.equals(scales, policy.scales));
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
