package io.github.sluice.bucket;

import java.time.Duration;
import java.util.Optional;

/**
 * Where one limit of a bucket stands after a decision. All that is told to a caller, how many tokens remain and how long
 * to wait, is derived here from the two numbers that a store reports, so that all stores tell the same.
 *
 * @param limit the limit
 * @param scale how it is counted
 * @param units the level, in units of the scale; negative in debt
 * @param holdMicros the time until the bucket begins to drip: how far the stored time is ahead of the store's clock, after
 *     a step back; negative by less than a tick if a part of the current tick has passed
 */
public record LimitState(Limit limit, Scale scale, long units, long holdMicros) {

    /**
     * The whole tokens left.
     *
     * @return at least 0
     */
    public long remaining() {
        return Math.max(0, Math.floorDiv(units, scale.unitsPerToken()));
    }

    /**
     * Whether a request of this cost fits now.
     *
     * @param cost tokens
     * @return true if at least so many are left
     */
    public boolean fits(long cost) {
        return scale.fits(cost, units);
    }

    /**
     * The wait until one whole token more remains: in debt, until the first.
     *
     * @return empty if the bucket is full
     */
    public Optional<Duration> untilNextToken() {
        long next = (remaining() + 1) * scale.unitsPerToken();
        return next > scale.capacityUnits() ? Optional.empty() : Optional.of(micros(microsUntil(next)));
    }

    /**
     * The wait until the limit is full again.
     *
     * @return zero if it is full
     */
    public Duration untilFull() {
        return micros(microsUntilFull());
    }

    /**
     * Where the limit stands some time later if nobody takes any in between.
     *
     * @param elapsed the time
     * @return the state by then
     */
    public LimitState after(Duration elapsed) {
        long micros = elapsed.toNanos() / 1000;
        BucketState.StoredLevel then =
                TokenBucket.drip(scale, new BucketState.StoredLevel(units, scale.unitsPerToken(), holdMicros), micros);
        return new LimitState(limit, scale, then.units(), then.atMicros() - micros);
    }

    long microsUntilFull() {
        return microsUntil(scale.capacityUnits());
    }

    long microsUntil(long neededUnits) {
        if (units >= neededUnits) {
            return 0;
        }
        long ticks = Scale.divideUp(neededUnits - units, scale.unitsPerTick());
        return ticks * scale.tickMicros() + holdMicros;
    }

    static Duration micros(long micros) {
        return Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1000);
    }
}
