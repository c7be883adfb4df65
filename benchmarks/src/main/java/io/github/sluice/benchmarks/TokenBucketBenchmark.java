package io.github.sluice.benchmarks;

import io.github.sluice.bucket.BucketState;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.bucket.TokenBucket;
import io.github.sluice.bucket.Transition;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The state transition alone: a bucket that a microsecond passes between two requests. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TokenBucketBenchmark {

    private static final Limit BURST = new Limit("burst", 1000, RefillRate.parse("500000/s"));
    private static final Limit DAY = new Limit("day", 1_000_000_000_000L, RefillRate.parse("1000000000000/d"));

    /** The number of limits of the policy. */
    @Param({"1", "2"})
    public int limits;

    private Optional<BucketState> state = Optional.empty();
    private long nowMicros;

    /** One decision. */
    @Benchmark
    public Decision decide() {
        Policy policy = limits == 1 ? ONE : TWO;
        Transition transition =
                TokenBucket.decide(policy, state, ++nowMicros, Charge.take(1), DecisionSource.IN_MEMORY);
        if (transition.stored().isPresent()) {
            state = transition.stored();
        }
        return transition.decision();
    }

    private static final Policy ONE = Policy.of(BURST);
    private static final Policy TWO = Policy.of(BURST, DAY);
}
