package io.github.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LocalBucketStoreTests extends MemoryStoreContract {

    @Override
    BucketStore around(InMemoryBucketStore memory) {
        return new LocalBucketStore(memory, 1);
    }

    @Test
    void givesOutItsShareOfCapacityAndRate() {
        LocalBucketStore store = store(3);
        BucketId bucket = bucket();
        Policy policy = policy(30, "3/s");
        assertThat(allowed(store, bucket, policy, 30)).isEqualTo(10);
        clock.set(1_000_000);
        assertThat(allowed(store, bucket, policy, 30)).isEqualTo(1);
        clock.set(3_000_000);
        assertThat(allowed(store, bucket, policy, 30)).isEqualTo(2);
    }

    @Test
    void givesOutAtLeastOneToken() {
        assertThat(allowed(store(3), bucket(), policy(1, "1/s"), 5)).isEqualTo(1);
    }

    @Test
    void letsAHeavyRequestPassOnAFullShareAndLeavesADebt() {
        LocalBucketStore store = store(3);
        BucketId bucket = bucket();
        Policy policy = policy(30, "3/s");
        Decision export = decide(store, bucket, policy, 25);
        assertThat(export.allowed()).isTrue();
        assertThat(export.source()).isEqualTo(DecisionSource.LOCAL);
        assertThat(export.remaining()).hasValue(0);
        assertThat(export.resetAfter()).isEqualTo(Duration.ofSeconds(25));
        Decision next = decide(store, bucket, policy, 1);
        assertThat(next.allowed()).isFalse();
        assertThat(next.retryAfter()).hasValue(Duration.ofSeconds(16));
        assertThat(decide(store, bucket, policy, 25).retryAfter()).hasValue(Duration.ofSeconds(25));
        clock.set(24_999_999);
        assertThat(decide(store, bucket, policy, 25).allowed()).isFalse();
        clock.set(25_000_000);
        assertThat(decide(store, bucket, policy, 25).allowed()).isTrue();
    }

    @Test
    void settlesAShareAsFarIntoDebtAsTheWhole() {
        LocalBucketStore store = store(3);
        Policy policy = policy(30, "3/s").withMostDebt(OptionalLong.empty());
        BucketId bucket = bucket();
        decide(store, bucket, policy, 10);
        assertThat(settle(store, bucket, policy, 20).resetAfter()).hasSeconds(30);
        assertThat(settle(store, bucket, policy, 100).resetAfter()).hasSeconds(40);
        assertThat(settle(store, bucket, policy, -33).remaining()).hasValue(3);
        assertThat(settle(store, bucket, policy, -33).resetAfter()).isZero();
    }

    @Test
    void forgivesNoDebtOfAHeavyRequestBySettlingIt() {
        LocalBucketStore store = store(3);
        Policy policy = policy(30, "3/s").withMostDebt(OptionalLong.of(5));
        BucketId bucket = bucket();
        decide(store, bucket, policy, 25);
        assertThat(settle(store, bucket, policy, 1).resetAfter()).hasSeconds(25);
        assertThat(settle(store, bucket, policy, -1).resetAfter()).hasSeconds(24);
    }

    /** A share of this limit fits below 2^53, a debt of the whole does not. */
    @Test
    void forgetsNoPartOfADebtThatIsHardToCount() {
        LocalBucketStore store = store(3);
        Policy policy = policy(50_000_000, "999999999989/86399s");
        BucketId bucket = bucket();
        Duration fill = decide(store, bucket, policy, 50_000_000).resetAfter();
        assertThat(fill)
                .isGreaterThanOrEqualTo(
                        policy.limits().get(0).timeToFill().multipliedBy(3).minusMillis(1));
        assertThat(decide(store, bucket, policy, 0).resetAfter()).isEqualTo(fill);
    }

    @Test
    void neverLetsPassWhatTheWholeLimitWouldNot() {
        Decision never = decide(store(3), bucket(), policy(30, "3/s"), 31);
        assertThat(never.allowed()).isFalse();
        assertThat(never.retryAfter()).isEmpty();
    }

    @Test
    void isTheWholeLimitForOneGateway() {
        assertThat(allowed(store(1), bucket(), policy(30, "3/s"), 40)).isEqualTo(30);
    }

    @Test
    void sharesARateThatIsTooSlowToBeSharedAsAWhole() {
        assertThat(allowed(store(3), bucket(), policy(10, "1/365d"), 10)).isEqualTo(4);
    }

    @Test
    void grantsNoFreshBurstToAFloodOfNewKeys() {
        LocalBucketStore store =
                new LocalBucketStore(new InMemoryBucketStore(100, DecisionSource.LOCAL, clock::get), 1);
        Policy policy = policy(5, "1/h");
        long admitted = 0;
        for (int i = 0; i < 1000; i++) {
            admitted += allowed(store, bucket(), policy, 5);
        }
        assertThat(admitted).isEqualTo(100 * 5 + 5);
        assertThat(store.overflows()).isEqualTo(900);
    }

    private LocalBucketStore store(int replicas) {
        return new LocalBucketStore(new InMemoryBucketStore(1000, DecisionSource.LOCAL, clock::get), replicas);
    }

    private static Policy policy(long capacity, String rate) {
        return Policy.of(new Limit("default", capacity, RefillRate.parse(rate)));
    }

    private static BucketId bucket() {
        return new BucketId(UUID.randomUUID().toString());
    }

    private static Decision settle(LocalBucketStore store, BucketId bucket, Policy policy, long tokens) {
        return store.decide(bucket, policy, List.of(Charge.settlement(tokens)))
                .block(Duration.ofSeconds(5))
                .get(0);
    }

    private static Decision decide(LocalBucketStore store, BucketId bucket, Policy policy, long cost) {
        return store.decide(bucket, policy, takes(cost))
                .block(Duration.ofSeconds(5))
                .get(0);
    }

    private static long allowed(LocalBucketStore store, BucketId bucket, Policy policy, int requests) {
        return store
                .decide(bucket, policy, Collections.nCopies(requests, Charge.take(1)))
                .block(Duration.ofSeconds(5))
                .stream()
                .filter(Decision::allowed)
                .count();
    }
}
