package io.github.sluice.benchmarks.store;

/** What a contender said. */
enum Answer {

    /** The request may pass. */
    ALLOWED,

    /** The request may not pass. */
    DENIED,

    /** Redis did not decide: it failed, was too slow, or something else decided in its place. */
    FAILED
}
