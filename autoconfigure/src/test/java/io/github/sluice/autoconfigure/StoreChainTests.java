package io.github.sluice.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.store.InMemoryBucketStore;
import io.github.sluice.store.StoreFailureMode;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** Where a request is settled: at the store that took the estimate, and nowhere else. */
class StoreChainTests {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final BucketId BUCKET = new BucketId("bucket");
    private static final Policy POLICY =
            Policy.of(new Limit("default", 10, RefillRate.parse("1/d"))).withMostDebt(OptionalLong.empty());

    private final InMemoryBucketStore shared = new InMemoryBucketStore(10, DecisionSource.REDIS);
    private final AtomicInteger calls = new AtomicInteger();
    private StoreChain chain = chain((bucket, policy, charges) -> {
        calls.incrementAndGet();
        return shared.decide(bucket, policy, charges);
    });

    @AfterEach
    void close() {
        chain.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"REDIS", "NONE", "DENIAL_CACHE"})
    void settlesAtTheStoreThatAllShare(DecisionSource takenBy) {
        assertSettles(chain, takenBy, 4);
        assertThat(remaining(shared)).isEqualTo(6);
        assertThat(remaining(chain.local())).isEqualTo(10);
        assertSettles(chain, takenBy, -3);
        assertThat(remaining(shared)).isEqualTo(9);
    }

    @Test
    void settlesInThisGatewaysMemoryWhatThatTook() {
        assertSettles(chain, DecisionSource.LOCAL, 4);
        assertThat(remaining(chain.local())).isEqualTo(6);
        assertThat(calls).hasValue(0);
    }

    @Test
    void settlesInTheOneStoreInMemory() {
        use(shared);
        assertSettles(chain, DecisionSource.IN_MEMORY, 4);
        assertThat(remaining(shared)).isEqualTo(6);
        assertThat(remaining(chain.local())).isEqualTo(10);
    }

    @Test
    void losesASettlementThatFailsAndChargesNobodyElse() {
        use((bucket, policy, charges) -> Mono.error(new IllegalStateException("broken")));
        assertLoses();
        use((bucket, policy, charges) -> Mono.never());
        assertLoses();
        use((bucket, policy, charges) -> {
            throw new IllegalStateException("broken");
        });
        assertLoses();
        assertThat(chain.health().isDegraded()).isFalse();
    }

    @Test
    void obeysTheBreaker() {
        use((bucket, policy, charges) -> {
            calls.incrementAndGet();
            return shared.decide(bucket, policy, charges);
        });
        chain.breaker().transitionToOpenState();
        assertLoses();
        assertThat(calls).hasValue(0);
    }

    @Test
    void asksAgainForWhatWasDeniedOnceItIsGivenBack() {
        BucketStore store = chain.apply(StoreFailureMode.LOCAL);
        assertThat(take(store, 10).allowed()).isTrue();
        assertThat(take(store, 1).allowed()).isFalse();
        assertThat(take(store, 1).source()).isEqualTo(DecisionSource.DENIAL_CACHE);
        assertSettles(chain, DecisionSource.REDIS, -1);
        assertThat(take(store, 1).allowed()).isTrue();
    }

    private void use(BucketStore store) {
        chain.close();
        chain = chain(store);
    }

    private void assertLoses() {
        StepVerifier.create(chain.settle(DecisionSource.REDIS, BUCKET, POLICY, 4))
                .expectNext(false)
                .expectComplete()
                .verify(TIMEOUT);
        assertThat(remaining(chain.local())).isEqualTo(10);
    }

    private static void assertSettles(StoreChain chain, DecisionSource takenBy, long tokens) {
        StepVerifier.create(chain.settle(takenBy, BUCKET, POLICY, tokens).subscribeOn(Schedulers.parallel()))
                .expectNext(true)
                .expectComplete()
                .verify(TIMEOUT);
    }

    private static long remaining(BucketStore store) {
        return take(store, 0).remaining().orElseThrow();
    }

    private static Decision take(BucketStore store, long cost) {
        return store.decide(BUCKET, POLICY, List.of(Charge.take(cost)))
                .blockOptional(TIMEOUT)
                .orElseThrow()
                .get(0);
    }

    private static StoreChain chain(BucketStore store) {
        SluiceProperties properties =
                new Binder(new MapConfigurationPropertySource(Map.of())).bindOrCreate("sluice", SluiceProperties.class);
        return new StoreChain(store, properties, (outcome, duration, requests) -> {}, ObservationRegistry.NOOP);
    }
}
