package io.github.sluice.gateway;

import java.util.Locale;

/** What became of a request at one filter. */
public enum Outcome {

    /** It passes. */
    ALLOWED,

    /** It does not fit, but the filter only watches. */
    SHADOW_DENIED,

    /** It passes unlimited, since it is exempt. */
    EXEMPT,

    /** It does not fit, or the store failed and the filter denies then. */
    DENIED,

    /** Its caller has no key; whether it passes is the filter's {@code on-missing-key}. */
    MISSING_KEY,

    /** It costs more than a limit ever allows, or its caller is blocked. */
    NEVER;

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
