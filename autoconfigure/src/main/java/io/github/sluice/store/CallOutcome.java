package io.github.sluice.store;

import java.util.Locale;

/** How one call of a store ended. */
public enum CallOutcome {

    /** It decided. */
    OK,

    /** It did not answer within the deadline. */
    TIMEOUT,

    /** It failed. */
    ERROR,

    /** It was not made: the circuit breaker is open. */
    REJECTED;

    /**
     * The value of the tag {@code outcome} of the meters.
     *
     * @return the name in lower case
     */
    public String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
