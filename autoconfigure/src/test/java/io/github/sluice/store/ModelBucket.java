package io.github.sluice.store;

import io.github.sluice.bucket.BucketState;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.TokenBucket;
import io.github.sluice.bucket.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One bucket by the model alone, which never expires. */
final class ModelBucket {

    private Optional<BucketState> state = Optional.empty();

    List<Decision> decide(Policy policy, long nowMicros, List<Charge> charges) {
        List<Decision> decisions = new ArrayList<>();
        for (Charge charge : charges) {
            Transition transition = TokenBucket.decide(policy, state, nowMicros, charge, DecisionSource.REDIS);
            state = transition.stored().or(() -> state);
            decisions.add(transition.decision());
        }
        return decisions;
    }
}
