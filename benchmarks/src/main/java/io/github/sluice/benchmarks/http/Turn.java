package io.github.sluice.benchmarks.http;

import io.github.sluice.benchmarks.redis.CommandUse;
import io.github.sluice.benchmarks.redis.ServerUse;
import java.time.Duration;

/**
 * What was measured on one route in one turn.
 *
 * @param answers what came back
 * @param redis what Redis did meanwhile
 * @param gatewayCpu the processor time that all gateways took
 */
record Turn(Answers answers, ServerUse redis, Duration gatewayCpu) {

    double perSecond() {
        return answers.perSecond();
    }

    /** Scripts that Redis was asked to run; what they call in turn is no call to Redis. */
    double redisCallsPerRequest() {
        return scripts().calls() / answers.count();
    }

    double redisMicrosPerRequest() {
        return scripts().micros() / answers.count();
    }

    /** What a route costs whatever else the machine does meanwhile, which requests a second do not show. */
    double gatewayMicrosPerRequest() {
        return gatewayCpu.toNanos() / 1e3 / answers.count();
    }

    private CommandUse scripts() {
        return redis.of("evalsha").plus(redis.of("eval"));
    }
}
