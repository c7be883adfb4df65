package io.github.sluice.bucket;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The answer to "may this request pass?". A denied request took nothing. A settlement, which does not ask, is answered as a
 * request of cost 0 that may.
 *
 * @param allowed whether it may pass
 * @param cost the tokens that it asked for
 * @param limits where each limit stands afterwards, in the order of the policy; empty if the store was not asked or did
 *     not answer, so that nothing is known
 * @param source who decided
 */
public record Decision(boolean allowed, long cost, List<LimitState> limits, DecisionSource source) {

    public Decision {
        limits = List.copyOf(limits);
    }

    /**
     * A decision that was made without knowing the bucket.
     *
     * @param allowed whether the request may pass
     * @param cost the tokens that it asked for
     * @return a decision of {@link DecisionSource#NONE}
     */
    public static Decision unknown(boolean allowed, long cost) {
        return new Decision(allowed, cost, List.of(), DecisionSource.NONE);
    }

    /**
     * The denial of a cost above the capacity of a limit, for which nobody needs to look at the bucket.
     *
     * @param cost the tokens that the request asked for
     * @param source who denied it
     * @return a decision that knows no limit
     */
    public static Decision never(long cost, DecisionSource source) {
        return new Decision(false, cost, List.of(), source);
    }

    /**
     * Whether the state of the bucket is known.
     *
     * @return false if nobody looked at it
     */
    public boolean isKnown() {
        return !limits.isEmpty();
    }

    /**
     * The whole tokens left, in the limit that has the fewest.
     *
     * @return empty if the state is not known
     */
    public OptionalLong remaining() {
        return limits.stream().mapToLong(LimitState::remaining).min();
    }

    /**
     * The wait until this cost fits all limits if nobody else takes any.
     *
     * @return zero if the request was allowed; empty if waiting never helps, or nothing is known
     */
    public Optional<Duration> retryAfter() {
        if (allowed) {
            return Optional.of(Duration.ZERO);
        }
        long longest = 0;
        for (LimitState state : limits) {
            if (cost > state.scale().mostCost()) {
                return Optional.empty();
            }
            longest = Math.max(longest, state.microsUntil(state.scale().neededUnits(cost)));
        }
        return isKnown() ? Optional.of(LimitState.micros(longest)) : Optional.empty();
    }

    /**
     * The wait until every limit is full again.
     *
     * @return zero if all are, or nothing is known
     */
    public Duration resetAfter() {
        return LimitState.micros(resetMicros());
    }

    /**
     * How long a store keeps what it stored with this decision: the wait until every limit is full, in whole
     * milliseconds rounded up. A bucket that is not stored is full, so nothing is lost then.
     *
     * @return at least 1 ms
     */
    public Duration timeToLive() {
        return Duration.ofMillis(Math.max(1, Scale.divideUp(resetMicros(), 1000)));
    }

    /**
     * The limits that the request does not fit.
     *
     * @return empty if it was allowed, or nothing is known
     */
    public List<LimitState> violated() {
        return allowed
                ? List.of()
                : limits.stream().filter(state -> !state.fits(cost)).toList();
    }

    private long resetMicros() {
        long longest = 0;
        for (LimitState state : limits) {
            longest = Math.max(longest, state.microsUntilFull());
        }
        return longest;
    }
}
