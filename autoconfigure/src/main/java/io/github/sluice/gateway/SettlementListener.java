package io.github.sluice.gateway;

/** Is told of every settlement; a request that cost what was estimated needs none. */
@FunctionalInterface
public interface SettlementListener {

    /**
     * A request has been settled, or not.
     *
     * @param route the id of the route
     * @param filter the name of the filter, or its ordinal among the route's TokenBucket filters
     * @param outcome what became of it; called on any thread, which must not be blocked
     */
    void onSettlement(String route, String filter, SettlementOutcome outcome);
}
