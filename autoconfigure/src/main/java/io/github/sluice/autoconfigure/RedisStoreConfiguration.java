package io.github.sluice.autoconfigure;

import io.github.sluice.bucket.BucketStore;
import io.github.sluice.store.RedisBucketStore;
import io.github.sluice.store.RedisOverrideStore;
import java.util.Arrays;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;

/** The store in Redis, if there is a connection factory. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(ReactiveRedisConnectionFactory.class)
@ConditionalOnBean(ReactiveRedisConnectionFactory.class)
@ConditionalOnMissingBean(BucketStore.class)
@ConditionalOnProperty(name = "sluice.store", havingValue = "redis", matchIfMissing = true)
class RedisStoreConfiguration {

    private static final Log LOG = LogFactory.getLog(RedisStoreConfiguration.class);

    @Bean
    RedisConnections sluiceRedisConnections(SluiceProperties properties, ListableBeanFactory beans) {
        return new RedisConnections(connectionFactory(properties.redis().connectionFactory(), beans));
    }

    @Bean
    RedisBucketStore sluiceBucketStore(SluiceProperties properties, RedisConnections connections) {
        @Nullable String name = properties.redis().connectionFactory();
        LOG.info("Sluice keeps its buckets in Redis, through "
                + (name == null ? "the primary connection factory" : "the connection factory " + name)
                + ", under keys that begin with \""
                + properties.redis().keyPrefix() + "\"");
        return new RedisBucketStore(connections.factory(), properties.redis().keyPrefix());
    }

    @Bean
    RedisOverrideStore sluiceOverrideStore(SluiceProperties properties, RedisConnections connections) {
        return new RedisOverrideStore(connections.factory(), properties.redis().keyPrefix());
    }

    private static ReactiveRedisConnectionFactory connectionFactory(@Nullable String name, ListableBeanFactory beans) {
        String[] names = beans.getBeanNamesForType(ReactiveRedisConnectionFactory.class);
        if (name != null) {
            if (!Arrays.asList(names).contains(name)) {
                throw new InvalidPropertyException(
                        "sluice.redis.connection-factory",
                        name,
                        "Write the name of a bean of type ReactiveRedisConnectionFactory, one of "
                                + String.join(", ", names));
            }
            return beans.getBean(name, ReactiveRedisConnectionFactory.class);
        }
        try {
            return beans.getBean(ReactiveRedisConnectionFactory.class);
        } catch (NoUniqueBeanDefinitionException several) {
            throw new InvalidPropertyException(
                    "sluice.redis.connection-factory",
                    "",
                    "There are several connection factories and none is primary: write the name of one of "
                            + String.join(", ", names));
        }
    }
}
