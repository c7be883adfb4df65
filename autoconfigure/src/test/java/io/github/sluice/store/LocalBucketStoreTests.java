package io.github.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LocalBucketStoreTests {

    private final AtomicLong clock = new AtomicLong();

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

    private static Decision decide(LocalBucketStore store, BucketId bucket, Policy policy, long cost) {
        return store.decide(bucket, policy, List.of(cost))
                .block(Duration.ofSeconds(5))
                .get(0);
    }

    private static long allowed(LocalBucketStore store, BucketId bucket, Policy policy, int requests) {
        return store.decide(bucket, policy, Collections.nCopies(requests, 1L)).block(Duration.ofSeconds(5)).stream()
                .filter(Decision::allowed)
                .count();
    }
}
