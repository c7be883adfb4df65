package io.github.sluice.gateway;

/** What happens to a request whose caller has no key. */
enum MissingKeyMode {
    DENY,
    ALLOW,
    ANONYMOUS
}
