package io.github.sluice.gateway;

/** Who shares the buckets of a filter. */
enum Scope {

    /** Nobody: each route has its own. */
    ROUTE,

    /** Every filter of that name, on any route. */
    SHARED
}
