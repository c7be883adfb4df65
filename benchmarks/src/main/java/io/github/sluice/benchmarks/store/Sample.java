package io.github.sluice.benchmarks.store;

import java.util.Optional;

/**
 * What one measurement gave. A decision is one that Redis, or the memory of its denials, has made.
 *
 * @param perSecond decisions
 * @param medianMillis half of the requests were answered within
 * @param p99Millis 99 of 100 were answered within
 * @param calls commands sent, a decision
 * @param serverMicros the time of those commands in Redis, a decision
 * @param redisCpuMicros the processor time of Redis's main thread, its reading and writing of sockets included, a decision
 * @param bytes to and from Redis, a decision
 * @param clientMicros the processor time of this JVM, the load included, a decision
 * @param failures requests that were not decided so
 * @param admitted those allowed, from the start to the end, in proportion to the most that the limit allows, or to all that
 *     asked if they are fewer
 * @param firstFailure what it was
 */
record Sample(
        double perSecond,
        double medianMillis,
        double p99Millis,
        double calls,
        double serverMicros,
        double redisCpuMicros,
        double bytes,
        double clientMicros,
        long failures,
        double admitted,
        Optional<Throwable> firstFailure) {}
