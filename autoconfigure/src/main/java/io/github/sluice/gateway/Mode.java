package io.github.sluice.gateway;

/** What a filter does with its decisions. */
public enum Mode {

    /** It denies what does not fit. */
    ENFORCE,

    /** It decides, counts and tells, but lets everything pass. */
    SHADOW
}
