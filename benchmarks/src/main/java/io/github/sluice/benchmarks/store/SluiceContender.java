package io.github.sluice.benchmarks.store;

import io.github.sluice.autoconfigure.SluiceAutoConfiguration;
import io.github.sluice.benchmarks.redis.RedisAddress;
import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Policy;
import io.github.sluice.store.StoreFailureMode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.MapPropertySource;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;

/** The chain of stores that the auto-configuration makes, under its own defaults but for what is said. */
final class SluiceContender implements Contender {

    private static final ResolvableType STORES =
            ResolvableType.forClassWithGenerics(Function.class, StoreFailureMode.class, BucketStore.class);

    /** The filter itself needs a gateway around it. */
    private static final String NO_FILTER = "spring.cloud.gateway.server.webflux.filter.token-bucket.enabled";

    private final String name;
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final BucketStore store;

    private SluiceContender(String name, RedisAddress redis, Map<String, Object> properties) {
        this.name = name;
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("filter", Map.of(NO_FILTER, false)));
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("contender", properties));
        context.registerBean(ReactiveRedisConnectionFactory.class, redis::connectionFactory);
        context.register(SluiceAutoConfiguration.class);
        context.refresh();
        this.store = stores().apply(StoreFailureMode.LOCAL);
    }

    static SluiceContender asShipped(RedisAddress redis) {
        return new SluiceContender("Sluice", redis, Map.of());
    }

    static SluiceContender oneCallEach(RedisAddress redis) {
        return new SluiceContender(
                "Sluice, one call each",
                redis,
                Map.of("sluice.redis.coalescing", false, "sluice.denial-cache.enabled", false));
    }

    /** Waits for a machine that does something else, where time is not what is measured. */
    static SluiceContender patient(RedisAddress redis) {
        return new SluiceContender("Sluice", redis, Map.of("sluice.redis.timeout", "30s"));
    }

    @SuppressWarnings("unchecked")
    private Function<StoreFailureMode, BucketStore> stores() {
        return (Function<StoreFailureMode, BucketStore>)
                context.getBeanProvider(STORES).getObject();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Decider under(Workload workload) {
        Policy policy = Policy.of(workload.limit());
        BucketId[] buckets = workload.ids().stream().map(BucketId::new).toArray(BucketId[]::new);
        List<Charge> charges = List.of(Charge.take(workload.cost()));
        return caller -> store.decide(buckets[caller], policy, charges).map(decisions -> answer(decisions.get(0)));
    }

    private static Answer answer(Decision decision) {
        if (decision.source() != DecisionSource.REDIS && decision.source() != DecisionSource.DENIAL_CACHE) {
            return Answer.FAILED;
        }
        return decision.allowed() ? Answer.ALLOWED : Answer.DENIED;
    }

    @Override
    public void close() {
        context.close();
    }
}
