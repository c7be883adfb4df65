package io.github.sluice.benchmarks;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.gateway.key.BucketIds;
import io.github.sluice.gateway.key.Identity;
import io.github.sluice.gateway.key.IdentityKind;
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
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** From a caller to the id of its bucket. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class BucketIdBenchmark {

    /** Whether identities are hashed under a secret. */
    @Param({"false", "true"})
    public boolean secret;

    private BucketIds.Namespace buckets = new BucketIds(Optional.empty()).namespace();
    private int caller;

    /** The buckets of one filter. */
    @Setup
    public void route() {
        buckets = new BucketIds(secret ? Optional.of("a secret of some length") : Optional.empty())
                .namespace("route", "orders", "ordinal", "0");
    }

    /** One id. */
    @Benchmark
    public BucketId id() {
        caller = (caller + 1) % 256;
        return buckets.bucket(Identity.of(IdentityKind.ADDRESS, "203.0.113." + caller));
    }
}
