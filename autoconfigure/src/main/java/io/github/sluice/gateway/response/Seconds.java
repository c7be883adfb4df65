package io.github.sluice.gateway.response;

import java.time.Duration;

/**
 * Rounds a wait up: who comes back after so many seconds is never too early.
 *
 * <p>Not part of the API.
 */
public final class Seconds {

    private Seconds() {}

    static long roundedUp(Duration wait) {
        return wait.toSeconds() + (wait.toNanosPart() > 0 ? 1 : 0);
    }

    /**
     * A wait for {@code Retry-After}.
     *
     * @param wait the wait
     * @return whole seconds, at least 1
     */
    public static long atLeastOne(Duration wait) {
        return Math.max(1, roundedUp(wait));
    }
}
