package io.github.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import java.util.OptionalLong;
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
    void letsABucketInDebtGoAfterTheOthers() {
        Policy policy = ONE_A_SECOND.withMostDebt(OptionalLong.of(3));
        use(new InMemoryBucketStore(2, DecisionSource.IN_MEMORY, clock::get));
        BucketId indebted = newBucket();
        settle(indebted, policy, 4);
        decide(newBucket(), policy, 1L);
        clock.set(1_000_000);
        // The other one has left, and this one takes its place; a fourth finds none.
        decide(newBucket(), policy, 1L);
        decide(newBucket(), policy, 1L);
        assertThat(decide(newBucket(), policy, 1L).get(0).allowed()).isFalse();
        clock.set(3_999_999);
        assertThat(decide(indebted, policy, 1L).get(0).allowed()).isFalse();
        clock.set(4_000_000);
        assertThat(decide(indebted, policy, 1L).get(0).allowed()).isTrue();
    }

    @Test
    void keepsNothingOfABucketThatWasFullAndGivenBackTo() {
        use(new InMemoryBucketStore(1, DecisionSource.IN_MEMORY, clock::get));
        settle(newBucket(), ONE_A_SECOND, -1);
        BucketId bucket = newBucket();
        decide(bucket, ONE_A_SECOND, 1L);
        assertThat(decide(newBucket(), ONE_A_SECOND, 1L).get(0).allowed()).isTrue();
        assertThat(decide(bucket, ONE_A_SECOND, 1L).get(0).allowed()).isFalse();
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
