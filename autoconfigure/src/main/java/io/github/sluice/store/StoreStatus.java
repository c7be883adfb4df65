package io.github.sluice.store;

/**
 * The state of a store and of what is in front of it. Counts are estimates.
 *
 * @param type where buckets are kept: {@code redis}, {@code in-memory}, or the type of an application's own store
 * @param degraded whether others decide in its place
 * @param breaker the state of the circuit breaker, in lower case
 * @param denials how many denials this gateway remembers
 * @param localBuckets how many buckets are in this gateway's memory
 * @param waiting how many requests wait for a decision
 */
public record StoreStatus(
        String type, boolean degraded, String breaker, long denials, long localBuckets, int waiting) {}
