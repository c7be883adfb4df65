package io.github.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import org.junit.jupiter.api.Test;

class InMemoryBucketStoreTests extends MemoryStoreContract {

    private static final Policy ONE_A_SECOND = Policy.of(new Limit("default", 1, RefillRate.parse("1/s")));

    @Override
    BucketStore around(InMemoryBucketStore memory) {
        return memory;
    }

    @Test
    void sharesOneOverflowBucketAmongNewKeysWhenItIsFull() {
        use(new InMemoryBucketStore(2, DecisionSource.IN_MEMORY, clock::get));
        BucketId first = newBucket();
        assertThat(decide(first, ONE_A_SECOND, 1L).get(0).allowed()).isTrue();
        assertThat(decide(newBucket(), ONE_A_SECOND, 1L).get(0).allowed()).isTrue();
        assertThat(decide(newBucket(), ONE_A_SECOND, 1L).get(0).allowed()).isTrue();
        assertThat(decide(newBucket(), ONE_A_SECOND, 1L).get(0).allowed()).isFalse();
        assertThat(decide(first, ONE_A_SECOND, 1L).get(0).allowed()).isFalse();
    }

    @Test
    void letsABucketGoWhenItIsFull() {
        use(new InMemoryBucketStore(1, DecisionSource.IN_MEMORY, clock::get));
        decide(newBucket(), ONE_A_SECOND, 1L);
        clock.set(1_000_000);
        BucketId next = newBucket();
        assertThat(decide(next, ONE_A_SECOND, 1L).get(0).allowed()).isTrue();
        assertThat(decide(next, ONE_A_SECOND, 1L).get(0).allowed()).isFalse();
        clock.set(2_000_000);
        assertThat(decide(newBucket(), ONE_A_SECOND, 1L).get(0).allowed()).isTrue();
    }

    @Test
    void keepsNothingOfABucketThatWasOnlyLookedAt() {
        use(new InMemoryBucketStore(1, DecisionSource.IN_MEMORY, clock::get));
        for (int i = 0; i < 10; i++) {
            decide(newBucket(), ONE_A_SECOND, 0L, 2L);
        }
        BucketId bucket = newBucket();
        decide(bucket, ONE_A_SECOND, 1L);
        Decision again = decide(bucket, ONE_A_SECOND, 1L).get(0);
        assertThat(again.allowed()).isFalse();
        assertThat(again.source()).isEqualTo(DecisionSource.IN_MEMORY);
    }
}
