package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.mock.env.MockEnvironment;

class LocalServersTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.data.redis.host",
                "spring.data.redis.port",
                "spring.data.redis.url",
                "spring.data.redis.database",
                "spring.data.redis.cluster.nodes",
                "spring.data.redis.cluster.nodes[0]",
                "spring.data.redis.sentinel.master",
                "spring.data.redis.masterreplica.nodes",
                "spring.data.redis.ssl.enabled"
            })
    void anyPropertyOfRedisConfiguresIt(String name) {
        assertThat(redisIsConfigured(new MapPropertySource("file", Map.of(name, "value"))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SPRING_DATA_REDIS_HOST", "SPRING_DATA_REDIS_URL", "SPRING_DATA_REDIS_CLUSTER_NODES_0"})
    void environmentVariablesConfigureItToo(String name) {
        assertThat(redisIsConfigured(new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(name, "value"))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"spring.data.redistribution.host", "spring.data.mongodb.host", "sluice.redis.timeout"})
    void othersDoNot(String name) {
        assertThat(redisIsConfigured(new MapPropertySource("file", Map.of(name, "value"))))
                .isFalse();
    }

    @Test
    void nothingConfiguresNothing() {
        assertThat(redisIsConfigured(new MapPropertySource("file", Map.of()))).isFalse();
    }

    private static boolean redisIsConfigured(PropertySource<?> source) {
        MockEnvironment environment = new MockEnvironment();
        environment.getPropertySources().addLast(source);
        ConfigurationPropertySources.attach(environment);
        return LocalServers.redisIsConfigured(environment);
    }
}
