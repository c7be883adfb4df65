package io.github.sluice.gateway;

/** Is told of every verdict, once for each filter and request; a retried request that is not charged again is not told. */
@FunctionalInterface
public interface VerdictListener {

    /**
     * A filter has decided.
     *
     * @param route the id of the route; {@code edge} if it was the filter in front of all routes
     * @param filter the name of the filter, or its ordinal among the route's TokenBucket filters; likewise
     * @param verdict what it said; called on the request's event loop, which must not be blocked
     */
    void onVerdict(String route, String filter, Verdict verdict);
}
