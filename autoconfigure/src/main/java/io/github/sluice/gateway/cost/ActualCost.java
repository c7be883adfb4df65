package io.github.sluice.gateway.cost;

/** What a response tells of the cost of its request. */
public sealed interface ActualCost {

    /** Nothing, so that the estimate stays. */
    ActualCost UNTOLD = new Untold();

    /** Nothing that can be read. */
    ActualCost UNREADABLE = new Unreadable();

    /**
     * The cost.
     *
     * @param tokens at least 0
     */
    record Known(long tokens) implements ActualCost {}

    /** The response is silent. */
    record Untold() implements ActualCost {}

    /** The response says something that is no cost. */
    record Unreadable() implements ActualCost {}
}
