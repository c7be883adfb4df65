package io.github.sluice.store;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Policy;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Gives every request the same answer, and knows no bucket. A settlement is lost in it.
 *
 * <p>Not part of the API.
 *
 * @param allows the answer
 */
public record FixedAnswerBucketStore(boolean allows) implements BucketStore {

    @Override
    public Mono<List<Decision>> decide(BucketId bucket, Policy policy, List<Charge> charges) {
        return Mono.just(charges.stream()
                .map(charge -> Decision.unknown(allows || charge.settles(), charge.cost()))
                .toList());
    }
}
