package io.github.sluice.gateway;

import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.LimitState;
import io.github.sluice.bucket.Policy;
import java.util.List;

/**
 * What one filter says of one request.
 *
 * @param outcome what became of it
 * @param passes whether it goes on
 * @param decision the decision behind it
 * @param violated the names of the limits that it does not fit, as the policy has them; empty if it passes, or nobody knows
 */
public record Verdict(Outcome outcome, boolean passes, Decision decision, List<String> violated) {

    /**
     * What a decision means for a request.
     *
     * @param policy the limits
     * @param decision the decision under them
     * @return allowed, denied or never
     */
    public static Verdict of(Policy policy, Decision decision) {
        if (decision.allowed()) {
            return new Verdict(Outcome.ALLOWED, true, decision, List.of());
        }
        if (!policy.canEverAllow(decision.cost())) {
            List<Limit> limits = policy.neverAllowing(decision.cost());
            return new Verdict(
                    Outcome.NEVER,
                    false,
                    decision,
                    limits.stream().map(Limit::name).toList());
        }
        List<LimitState> limits = decision.violated();
        return new Verdict(
                Outcome.DENIED,
                false,
                decision,
                limits.stream().map(state -> state.limit().name()).toList());
    }

    static Verdict unlimited() {
        return new Verdict(Outcome.ALLOWED, true, Decision.unknown(true, 0), List.of());
    }

    static Verdict blocked() {
        return new Verdict(Outcome.NEVER, false, Decision.unknown(false, 0), List.of());
    }

    /**
     * What a filter says that only watches.
     *
     * @return the same, but that it passes
     */
    public Verdict inShadow() {
        if (passes) {
            return this;
        }
        return new Verdict(outcome == Outcome.MISSING_KEY ? outcome : Outcome.SHADOW_DENIED, true, decision, violated);
    }

    /**
     * The caller has no key.
     *
     * @param passes whether the request goes on
     * @return the verdict
     */
    public static Verdict missingKey(boolean passes) {
        return new Verdict(Outcome.MISSING_KEY, passes, Decision.unknown(passes, 0), List.of());
    }

    /**
     * The request is exempt.
     *
     * @return the verdict
     */
    public static Verdict exempt() {
        return new Verdict(Outcome.EXEMPT, true, Decision.unknown(true, 0), List.of());
    }
}
