package io.github.sluice.store;

import java.time.Duration;

/** Is told how each call of a store ended. */
@FunctionalInterface
public interface CallListener {

    /**
     * A call has ended.
     *
     * @param outcome how
     * @param duration from the call to its end; zero if it was not made
     * @param requests how many it was to decide. Called on the thread on which it ended, which must not be blocked.
     */
    void onCall(CallOutcome outcome, Duration duration, int requests);
}
