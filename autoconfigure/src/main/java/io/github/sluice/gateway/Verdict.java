package io.github.sluice.gateway;

import io.github.sluice.bucket.Decision;

/**
 * What one filter says of one request.
 *
 * @param outcome what became of it
 * @param passes whether it goes on
 * @param decision the decision behind it
 */
public record Verdict(Outcome outcome, boolean passes, Decision decision) {

    static Verdict of(Decision decision) {
        if (decision.allowed()) {
            return new Verdict(Outcome.ALLOWED, true, decision);
        }
        boolean never = decision.isKnown() && decision.retryAfter().isEmpty();
        return new Verdict(never ? Outcome.NEVER : Outcome.DENIED, false, decision);
    }

    static Verdict missingKey(boolean passes) {
        return new Verdict(Outcome.MISSING_KEY, passes, Decision.unknown(passes, 0));
    }

    /** Whether nobody could find out, and the filter denies then. */
    boolean isStoreFailure() {
        return outcome == Outcome.DENIED && !decision.isKnown();
    }
}
