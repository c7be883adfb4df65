package io.github.sluice.benchmarks.store;

import io.github.sluice.benchmarks.redis.ServerUse;
import java.util.List;

/**
 * What all processes of one measurement gave together.
 *
 * @param perSecond decisions of all
 * @param p99Millis of the slowest
 * @param calls commands sent, a decision
 * @param serverMicros the time of those commands in Redis, a decision
 * @param redisCpuMicros the processor time of Redis's main threads, a decision
 * @param failures requests that Redis did not decide
 */
record GrowthSample(
        double perSecond, double p99Millis, double calls, double serverMicros, double redisCpuMicros, long failures) {

    static GrowthSample of(List<GatewayReport> reports, ServerUse use, double seconds) {
        double perSecond =
                reports.stream().mapToDouble(GatewayReport::perSecond).sum();
        double decisions = perSecond * seconds;
        return new GrowthSample(
                perSecond,
                reports.stream().mapToDouble(GatewayReport::p99Millis).max().orElse(Double.NaN),
                use.scripts().calls() / decisions,
                use.scripts().micros() / decisions,
                use.cpuMicros() / decisions,
                reports.stream().mapToLong(GatewayReport::failures).sum());
    }
}
