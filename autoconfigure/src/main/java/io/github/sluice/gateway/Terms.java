package io.github.sluice.gateway;

import io.github.sluice.bucket.Policy;
import io.github.sluice.gateway.response.RateLimitHeaders;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What holds for one caller at one filter, as the route has it. */
sealed interface Terms {

    /** Everything passes. */
    Terms UNLIMITED = new Unlimited();

    /**
     * Limits.
     *
     * @param policy the limits
     * @param names what each limit is called on the route, by its name in the policy
     * @param headers tells where the limits stand
     */
    record Limited(Policy policy, Map<String, String> names, RateLimitHeaders headers) implements Terms {}

    /** No limits. */
    record Unlimited() implements Terms {}

    /**
     * Nothing passes.
     *
     * @param remaining how long; empty if nobody knows
     */
    record Blocked(Optional<Duration> remaining) implements Terms {}

    /** The caller would have to be on a plan and is on none. */
    record Missing() implements Terms {}
}
