package io.github.sluice.gateway.plan;

/**
 * The plan that a caller is on.
 *
 * @param name its name, which may be nobody's
 * @param followsIdentity whether two requests of the same identity are always on the same plan, but for a change; if not,
 *     each plan has a bucket of its own
 */
public record PlanChoice(String name, boolean followsIdentity) {}
