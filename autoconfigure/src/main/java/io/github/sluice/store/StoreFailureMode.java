package io.github.sluice.store;

/** What happens to a request when the store cannot decide. */
public enum StoreFailureMode {

    /** This gateway decides alone, in its memory, with its share of the quota. */
    LOCAL,

    /** The request passes. */
    ALLOW,

    /** The request gets 503. */
    DENY
}
