package io.github.sluice.autoconfigure;

import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.store.InMemoryBucketStore;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store in memory, if it is asked for or there is no Redis. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(BucketStore.class)
class InMemoryStoreConfiguration {

    private static final Log LOG = LogFactory.getLog(InMemoryStoreConfiguration.class);

    @Bean
    InMemoryBucketStore sluiceBucketStore(SluiceProperties properties) {
        if (properties.store() == SluiceProperties.Store.REDIS) {
            throw new InvalidPropertyException(
                    "sluice.store",
                    "redis",
                    "There is no bean of type ReactiveRedisConnectionFactory: add the dependency "
                            + "org.springframework.boot:spring-boot-starter-data-redis-reactive, or write in-memory");
        }
        LOG.info("Sluice keeps its buckets in the memory of this gateway, shared with no other"
                + (properties.store() == null ? ": there is no reactive Redis connection factory" : ""));
        return new InMemoryBucketStore(properties.local().maxBuckets(), DecisionSource.IN_MEMORY);
    }
}
