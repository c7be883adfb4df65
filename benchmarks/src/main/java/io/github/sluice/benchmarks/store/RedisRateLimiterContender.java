package io.github.sluice.benchmarks.store;

import io.github.sluice.benchmarks.redis.RedisAddress;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.cloud.gateway.filter.ratelimit.RateLimiter;
import org.springframework.cloud.gateway.filter.ratelimit.RedisRateLimiter;
import org.springframework.cloud.gateway.support.ConfigurationService;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.ReactiveStringRedisTemplate;
import org.springframework.data.redis.core.script.DefaultRedisScript;
import org.springframework.validation.Validator;

/** Spring Cloud Gateway's own, wired as its auto-configuration does. */
final class RedisRateLimiterContender implements Contender {

    private static final String ROUTE = "route";
    private static final String SCRIPT = "META-INF/scripts/request_rate_limiter.lua";

    private final LettuceConnectionFactory factory;
    private final RedisRateLimiter limiter;

    RedisRateLimiterContender(RedisAddress redis) {
        factory = redis.connectionFactory();
        limiter = new RedisRateLimiter(new ReactiveStringRedisTemplate(factory), script(), configuration());
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    private static DefaultRedisScript<List<Long>> script() {
        DefaultRedisScript script = new DefaultRedisScript<>();
        script.setLocation(new ClassPathResource(SCRIPT));
        script.setResultType(List.class);
        return script;
    }

    static ConfigurationService configuration() {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        return new ConfigurationService(
                beans, beans.getBeanProvider(ConversionService.class), beans.getBeanProvider(Validator.class));
    }

    @Override
    public String name() {
        return "RedisRateLimiter";
    }

    @Override
    public Decider under(Workload workload) {
        limiter.getConfig()
                .put(
                        ROUTE,
                        new RedisRateLimiter.Config()
                                .setReplenishRate(workload.tokensPerSecond())
                                .setBurstCapacity(workload.capacity())
                                .setRequestedTokens(Math.toIntExact(workload.cost())));
        String[] ids = workload.ids().toArray(String[]::new);
        return caller -> limiter.isAllowed(ROUTE, ids[caller]).map(RedisRateLimiterContender::answer);
    }

    private static Answer answer(RateLimiter.Response response) {
        return answer(response.isAllowed(), response.getHeaders(), RedisRateLimiter.REMAINING_HEADER);
    }

    /** Both of the gateway's limiters hide an error behind an answer without a number of tokens. */
    static Answer answer(boolean allowed, Map<String, String> headers, String remainingHeader) {
        if ("-1".equals(headers.get(remainingHeader))) {
            return Answer.FAILED;
        }
        return allowed ? Answer.ALLOWED : Answer.DENIED;
    }

    @Override
    public void close() {
        factory.destroy();
    }
}
