package io.github.sluice.store;

import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.LimitState;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.Scale;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Equal takes in a row, or one settlement: one argument of the script. The requests for a hot bucket mostly cost the same, and
 * of equal ones at one instant the first so many are allowed, so that a number and the last level tell all of them.
 */
record ScriptRun(Charge charge, int count) {

    static List<ScriptRun> of(List<Charge> charges) {
        if (charges.size() == 1) {
            return List.of(new ScriptRun(charges.get(0), 1));
        }
        List<ScriptRun> runs = new ArrayList<>();
        int begin = 0;
        for (int i = 1; i <= charges.size(); i++) {
            Charge charge = charges.get(begin);
            if (i == charges.size() || charge.settles() || !charge.equals(charges.get(i))) {
                runs.add(new ScriptRun(charge, i - begin));
                begin = i;
            }
        }
        return runs;
    }

    String argument(Policy policy) {
        if (!charge.settles()) {
            // Not with an x between: 0x4 is a number in Lua.
            return count == 1 ? Long.toString(charge.cost()) : charge.cost() + "*" + count;
        }
        StringBuilder text = new StringBuilder("s").append(charge.tokens());
        for (int i = 0; i < policy.limits().size(); i++) {
            text.append(':').append(policy.scale(i).mostDebt());
        }
        return text.toString();
    }

    /** Reads what the script answered: how many are allowed, then for each limit its level after the last one and its hold. */
    void read(Iterator<?> numbers, Policy policy, List<Decision> decisions) {
        long allowed = next(numbers);
        int limits = policy.limits().size();
        long[] units = new long[limits];
        long[] holdMicros = new long[limits];
        for (int i = 0; i < limits; i++) {
            units[i] = next(numbers);
            holdMicros[i] = next(numbers);
        }
        for (int number = 1; number <= count; number++) {
            long stillToTake = Math.max(0, allowed - number) * charge.cost();
            LimitState[] states = new LimitState[limits];
            for (int i = 0; i < limits; i++) {
                Scale scale = policy.scale(i);
                states[i] = new LimitState(
                        policy.limits().get(i), scale, units[i] + stillToTake * scale.unitsPerToken(), holdMicros[i]);
            }
            decisions.add(new Decision(number <= allowed, charge.cost(), List.of(states), DecisionSource.REDIS));
        }
    }

    private static long next(Iterator<?> numbers) {
        return (Long) numbers.next();
    }
}
