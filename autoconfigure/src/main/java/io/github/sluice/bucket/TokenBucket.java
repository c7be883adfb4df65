package io.github.sluice.bucket;

import io.github.sluice.bucket.BucketState.StoredLevel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state transition of a token bucket, without a clock, a lock or I/O: the executable form of what a decision is. The
 * in-memory store runs it; {@code token_bucket.lua} is the same in Redis, and the same table of vectors drives all three.
 *
 * <p>The algorithm is the generic cell rate algorithm's virtual scheduling turned round (ITU-T I.371): a level and the
 * time of that level, brought up to date when somebody asks.
 */
public final class TokenBucket {

    private TokenBucket() {}

    /**
     * Decides one request, or settles one.
     *
     * @param policy the limits that hold now, whatever held when the state was stored
     * @param stored what is stored of the bucket; empty if it was never seen or has expired, so that it is full
     * @param nowMicros the time of the store's clock, in microseconds; it may have stepped back
     * @param charge the take or the settlement
     * @param source the store that decides
     * @return the decision, and what is to be stored
     */
    public static Transition decide(
            Policy policy, Optional<BucketState> stored, long nowMicros, Charge charge, DecisionSource source) {
        Map<String, StoredLevel> before = stored.map(BucketState::levels).orElse(Map.of());
        int count = policy.limits().size();
        StoredLevel[] current = new StoredLevel[count];
        boolean allowed = true;
        boolean changed = false;
        boolean restarted = false;
        for (int i = 0; i < count; i++) {
            Limit limit = policy.limits().get(i);
            Scale scale = policy.scale(i);
            StoredLevel level = before.get(limit.name());
            current[i] = drip(scale, level, nowMicros);
            allowed &= charge.settles() || scale.fits(charge.cost(), current[i].units());
            restarted |= isBogus(scale, level, nowMicros);
        }
        List<LimitState> states = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Scale scale = policy.scale(i);
            StoredLevel level = current[i];
            if (charge.settles()) {
                current[i] = settle(scale, level, nowMicros, charge.tokens());
            } else if (allowed) {
                current[i] = take(scale, level, charge.cost());
            }
            changed |= !level.equals(current[i]);
            states.add(new LimitState(
                    policy.limits().get(i), scale, current[i].units(), current[i].atMicros() - nowMicros));
        }
        Decision decision = new Decision(allowed, charge.cost(), states, source);
        if (changed) {
            return new Transition(decision, Optional.of(all(policy, current)));
        }
        return new Transition(
                decision, restarted ? Optional.of(restart(policy, before, current, nowMicros)) : Optional.empty());
    }

    /** Brings a level up to {@code now}. */
    static StoredLevel drip(Scale scale, @Nullable StoredLevel stored, long now) {
        long full = scale.capacityUnits();
        if (stored == null) {
            return new StoredLevel(full, scale.unitsPerToken(), now);
        }
        long units = scale.rescale(stored.units(), stored.unitsPerToken());
        long elapsed = now - stored.atMicros();
        if (elapsed < 0) {
            return new StoredLevel(units, scale.unitsPerToken(), isBogus(scale, stored, now) ? now : stored.atMicros());
        }
        long ticks = elapsed / scale.tickMicros();
        // The clamp comes before the product, so that no idle time overflows it.
        if (ticks >= Scale.divideUp(full - units, scale.unitsPerTick())) {
            return new StoredLevel(full, scale.unitsPerToken(), now);
        }
        long dripped = units + ticks * scale.unitsPerTick();
        long rest = elapsed % scale.tickMicros();
        // A bucket that fills within this tick is full and keeps no part of the tick: else that part would count again
        // after the next request, and the bucket would give a token too many.
        if (rest > 0 && full - dripped <= scale.unitsIn(rest)) {
            return new StoredLevel(full, scale.unitsPerToken(), now);
        }
        return new StoredLevel(dripped, scale.unitsPerToken(), now - rest);
    }

    private static StoredLevel take(Scale scale, StoredLevel level, long cost) {
        return new StoredLevel(level.units() - cost * scale.unitsPerToken(), scale.unitsPerToken(), level.atMicros());
    }

    /** Charges down to the most debt, or gives back up to the capacity. A level that is lower already stays there. */
    private static StoredLevel settle(Scale scale, StoredLevel level, long now, long tokens) {
        long perToken = scale.unitsPerToken();
        // A level that stops at either end stops there now: the part of the tick that has passed is spent with it, as
        // when a bucket drips full. The comparisons are in tokens, for the product may overflow.
        long dripped = level.units() + scale.unitsIn(Math.max(0, now - level.atMicros()));
        long at = Math.max(level.atMicros(), now);
        if (tokens > 0 && tokens > Math.floorDiv(dripped - scale.debtUnits(), perToken)) {
            return dripped < scale.debtUnits() ? level : new StoredLevel(scale.debtUnits(), perToken, at);
        }
        if (tokens < 0 && -tokens >= Scale.divideUp(scale.capacityUnits() - dripped, perToken)) {
            return new StoredLevel(scale.capacityUnits(), perToken, at);
        }
        return new StoredLevel(level.units() - tokens * perToken, perToken, level.atMicros());
    }

    /** A stored time further ahead than the bucket takes to fill cannot be true; see semantics, "The clock steps back". */
    private static boolean isBogus(Scale scale, @Nullable StoredLevel stored, long now) {
        return stored != null && stored.atMicros() - now > 0 && stored.atMicros() - now > scale.fillMicros();
    }

    private static BucketState all(Policy policy, StoredLevel[] levels) {
        Map<String, StoredLevel> stored = new HashMap<>();
        for (int i = 0; i < levels.length; i++) {
            stored.put(policy.limits().get(i).name(), levels[i]);
        }
        return new BucketState(stored);
    }

    /** The one thing that a denial or a look stores: the limits whose time was bogus begin again; the others stay. */
    private static BucketState restart(
            Policy policy, Map<String, StoredLevel> before, StoredLevel[] current, long now) {
        Map<String, StoredLevel> stored = new HashMap<>();
        for (int i = 0; i < current.length; i++) {
            String name = policy.limits().get(i).name();
            StoredLevel level = before.get(name);
            if (level != null) {
                stored.put(name, isBogus(policy.scale(i), level, now) ? current[i] : level);
            }
        }
        return new BucketState(stored);
    }
}
