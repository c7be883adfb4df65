package io.github.sluice.benchmarks.store;

import io.github.sluice.benchmarks.redis.CommandUse;
import io.github.sluice.benchmarks.redis.RedisAddress;
import io.github.sluice.benchmarks.redis.ServerUse;
import java.time.Duration;
import org.springframework.cloud.gateway.filter.ratelimit.Bucket4jRateLimiter;
import org.springframework.cloud.gateway.filter.ratelimit.RateLimiter;

/** Spring Cloud Gateway's limiter over Bucket4j, which makes a proxy for each request. */
final class GatewayBucket4jContender implements Contender {

    private static final String ROUTE = "route";

    private final Bucket4jConnection connection;
    private final Bucket4jRateLimiter limiter;

    GatewayBucket4jContender(RedisAddress redis) {
        connection = new Bucket4jConnection(redis);
        limiter = new Bucket4jRateLimiter(connection.buckets(), RedisRateLimiterContender.configuration());
    }

    @Override
    public String name() {
        return "Bucket4jRateLimiter";
    }

    @Override
    public Decider under(Workload workload) {
        limiter.getConfig()
                .put(
                        ROUTE,
                        new Bucket4jRateLimiter.Config()
                                .setCapacity(workload.capacity())
                                .setRefillStyle(Bucket4jRateLimiter.RefillStyle.GREEDY)
                                .setRefillTokens((long) workload.tokensPerSecond())
                                .setRefillPeriod(Duration.ofSeconds(1))
                                .setRequestedTokens(workload.cost()));
        String[] ids = workload.ids().toArray(String[]::new);
        return caller -> limiter.isAllowed(ROUTE, ids[caller]).map(GatewayBucket4jContender::answer);
    }

    private static Answer answer(RateLimiter.Response response) {
        return RedisRateLimiterContender.answer(
                response.isAllowed(), response.getHeaders(), Bucket4jRateLimiter.DEFAULT_HEADER_NAME);
    }

    @Override
    public CommandUse calls(ServerUse use) {
        return Bucket4jConnection.calls(use);
    }

    @Override
    public void close() {
        connection.close();
    }
}
