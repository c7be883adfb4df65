package io.github.sluice.bucket;

import java.util.Locale;

/** Who decided. */
public enum DecisionSource {

    /** The script in Redis, shared by all gateways. */
    REDIS,

    /** This gateway, which remembers an earlier denial that still holds. */
    DENIAL_CACHE,

    /** This gateway's memory, with a share of the quota, while the shared store is away. */
    LOCAL,

    /** This gateway's memory, by configuration. */
    IN_MEMORY,

    /** Nobody: the request was free or exempt, or the store failed and the filter is told to allow or to deny then. */
    NONE;

    private final String tag = name().toLowerCase(Locale.ROOT);

    /**
     * The value of the tag {@code source} of the meters.
     *
     * @return the name in lower case
     */
    public String tag() {
        return tag;
    }
}
