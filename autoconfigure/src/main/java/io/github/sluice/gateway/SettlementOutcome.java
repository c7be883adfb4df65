package io.github.sluice.gateway;

import java.util.Locale;

/** What became of the difference between what a request was estimated to cost and what it did. */
public enum SettlementOutcome {

    /** It cost more, and that was charged. */
    CHARGED,

    /** It cost less, and that was given back. */
    REFUNDED,

    /** What the response says of its cost cannot be read, so that the estimate stays. */
    IGNORED,

    /** The store could not be told, so that the estimate stays. */
    LOST;

    private final String tag = name().toLowerCase(Locale.ROOT);

    /**
     * The value of the tag {@code outcome} of the meters.
     *
     * @return the name in lower case
     */
    public String tag() {
        return tag;
    }
}
