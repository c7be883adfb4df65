package io.github.sluice.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketStore;
import io.github.sluice.gateway.TokenBucketGatewayFilterFactory;
import io.github.sluice.gateway.response.DenialHandler;
import io.github.sluice.store.InMemoryBucketStore;
import io.github.sluice.store.RedisBucketStore;
import io.github.sluice.testing.GatewayWiring;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import reactor.core.publisher.Mono;

/** Which store and which parts there are, by what is on the class path and in the context. */
class SluiceAutoConfigurationTests {

    private final ReactiveWebApplicationContextRunner runner = GatewayWiring.runner();

    @Test
    void keepsBucketsInMemoryWithoutAConnectionFactory() {
        runner.run(context -> assertThat(context)
                .hasSingleBean(InMemoryBucketStore.class)
                .hasSingleBean(TokenBucketGatewayFilterFactory.class));
    }

    @Test
    void keepsBucketsInMemoryWithoutSpringDataRedis() {
        runner.withClassLoader(new FilteredClassLoader(ReactiveRedisConnectionFactory.class))
                .run(context -> assertThat(context).hasSingleBean(InMemoryBucketStore.class));
    }

    @Test
    void keepsBucketsInRedisWithAConnectionFactory() {
        runner.withUserConfiguration(OneRedis.class)
                .run(context -> assertThat(context)
                        .hasSingleBean(RedisBucketStore.class)
                        .doesNotHaveBean(InMemoryBucketStore.class));
    }

    @Test
    void keepsBucketsInMemoryIfTold() {
        runner.withUserConfiguration(OneRedis.class)
                .withPropertyValues("sluice.store=in-memory")
                .run(context -> assertThat(context).hasSingleBean(InMemoryBucketStore.class));
    }

    @Test
    void takesThePrimaryConnectionFactoryOrTheOneThatIsNamed() {
        runner.withUserConfiguration(OneRedis.class, PrimaryRedis.class)
                .run(context -> assertThat(context).hasNotFailed());
        runner.withUserConfiguration(OneRedis.class, SecondRedis.class)
                .withPropertyValues("sluice.redis.connection-factory=secondRedis")
                .run(context -> assertThat(context).hasNotFailed());
        runner.withUserConfiguration(OneRedis.class, SecondRedis.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("Property sluice.redis.connection-factory")
                        .hasStackTraceContaining("oneRedis, secondRedis"));
        runner.withUserConfiguration(OneRedis.class)
                .withPropertyValues("sluice.redis.connection-factory=other")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("Property sluice.redis.connection-factory is \"other\"")
                        .hasStackTraceContaining("oneRedis"));
    }

    @Test
    void givesWayToAStoreAndADenialHandlerOfTheApplication() {
        runner.withUserConfiguration(OneRedis.class, OwnParts.class)
                .run(context -> assertThat(context)
                        .doesNotHaveBean(RedisBucketStore.class)
                        .hasSingleBean(BucketStore.class)
                        .hasSingleBean(DenialHandler.class));
    }

    @Test
    void isAwayWithoutTheGatewayOrWhenTheFilterIsSwitchedOff() {
        runner.withPropertyValues("spring.cloud.gateway.server.webflux.enabled=false")
                .run(context ->
                        assertThat(context).hasNotFailed().doesNotHaveBean(TokenBucketGatewayFilterFactory.class));
        runner.withPropertyValues("spring.cloud.gateway.server.webflux.filter.token-bucket.enabled=false")
                .run(context ->
                        assertThat(context).hasNotFailed().doesNotHaveBean(TokenBucketGatewayFilterFactory.class));
    }

    @Configuration(proxyBeanMethods = false)
    static class OneRedis {

        @Bean
        LettuceConnectionFactory oneRedis() {
            return new LettuceConnectionFactory();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SecondRedis {

        @Bean
        LettuceConnectionFactory secondRedis() {
            return new LettuceConnectionFactory();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PrimaryRedis {

        @Bean
        @Primary
        LettuceConnectionFactory primaryRedis() {
            return new LettuceConnectionFactory();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnParts {

        @Bean
        BucketStore ownStore() {
            return (bucket, policy, costs) -> Mono.empty();
        }

        @Bean
        DenialHandler ownHandler() {
            return (exchange, denial) -> exchange.getResponse().setComplete();
        }
    }
}
