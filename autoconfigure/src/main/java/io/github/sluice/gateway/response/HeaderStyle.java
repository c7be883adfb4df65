package io.github.sluice.gateway.response;

/** The header fields with which a limited route tells its callers where they stand. */
public enum HeaderStyle {

    /** {@code RateLimit-Policy} and {@code RateLimit} of draft-ietf-httpapi-ratelimit-headers-10. */
    IETF,

    /** {@code X-RateLimit-Limit}, {@code -Remaining} and {@code -Reset}, as many public APIs have them. */
    X_RATELIMIT,

    /** The four fields of the gateway's own {@code RequestRateLimiter}. */
    SPRING_CLOUD_GATEWAY,

    /** None. */
    NONE
}
