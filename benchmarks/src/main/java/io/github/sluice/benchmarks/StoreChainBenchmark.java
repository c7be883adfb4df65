package io.github.sluice.benchmarks;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.store.BreakingBucketStore;
import io.github.sluice.store.CoalescingBucketStore;
import io.github.sluice.store.Deadline;
import io.github.sluice.store.DenialCache;
import io.github.sluice.store.DenialCachingBucketStore;
import io.github.sluice.store.FixedAnswerBucketStore;
import io.github.sluice.store.GuardedBucketStore;
import io.github.sluice.store.StoreHealth;
import io.github.sluice.store.TimerScheduler;
import io.github.sluice.store.WaitingRoom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import reactor.core.publisher.Mono;

/** What the decorators around a store add to a decision. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class StoreChainBenchmark {

    private static final BucketId BUCKET = new BucketId("bucket");
    private static final Policy POLICY = Policy.of(new Limit("default", 10, RefillRate.parse("10/s")));
    private static final List<Charge> COST = List.of(Charge.take(1));

    /** How far the chain goes outwards from the store. */
    @Param({"store", "breaker", "coalescing", "guard", "denial-cache"})
    public String outermost = "store";

    private BucketStore chain = new FixedAnswerBucketStore(true);

    /** Builds the chain. */
    @Setup
    public void chain() {
        Mono<List<Decision>> answer = Mono.just(List.of(new Decision(true, 1, List.of(), DecisionSource.REDIS)));
        BucketStore store = (bucket, policy, charges) -> answer;
        StoreHealth health = new StoreHealth();
        Deadline deadline = new Deadline(Duration.ofMillis(100), new TimerScheduler());
        BucketStore breaker = new BreakingBucketStore(
                store, CircuitBreaker.ofDefaults("benchmark"), deadline, health, (outcome, duration, requests) -> {});
        BucketStore coalescing = new CoalescingBucketStore(breaker);
        BucketStore guard = new GuardedBucketStore(
                coalescing, deadline, new WaitingRoom(1000), health, new FixedAnswerBucketStore(true));
        chain = switch (outermost) {
            case "breaker" -> breaker;
            case "coalescing" -> coalescing;
            case "guard" -> guard;
            case "denial-cache" -> new DenialCachingBucketStore(guard, new DenialCache(1000, Duration.ofSeconds(1)));
            default -> store;
        };
    }

    /** One decision. */
    @Benchmark
    public List<Decision> decide() {
        return chain.decide(BUCKET, POLICY, COST).blockOptional().orElseThrow();
    }
}
