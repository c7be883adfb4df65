package io.github.sluice.sample;

import java.util.Map;
import java.util.stream.StreamSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;

/**
 * Starts the upstream and, if no Redis is configured, a Redis, and makes their addresses known to the environment.
 * An initializer and not a bean: routes and Redis connections are bound from the environment before any bean could start.
 */
final class LocalServers implements ApplicationContextInitializer<GenericApplicationContext> {

    private static final Logger log = LoggerFactory.getLogger(LocalServers.class);
    private static final String AOT_PROCESSING = "spring.aot.processing";
    private static final ConfigurationPropertyName REDIS = ConfigurationPropertyName.of("spring.data.redis");

    @Override
    public void initialize(GenericApplicationContext context) {
        if (Boolean.getBoolean(AOT_PROCESSING)) {
            // The build only looks at the application.
            return;
        }
        boolean redisIsConfigured = redisIsConfigured(context.getEnvironment());

        Upstream upstream = Upstream.start();
        closeLast(context, "upstream", upstream);
        publish(context, "upstream", Map.of("sample.upstream.port", upstream.port()));
        log.info("The sample's upstream listens on 127.0.0.1:{}", upstream.port());

        if (redisIsConfigured) {
            log.info("No embedded Redis: spring.data.redis.* is set");
            return;
        }
        EmbeddedRedis redis = EmbeddedRedis.start();
        closeLast(context, "embeddedRedis", redis);
        context.getBeanFactory().registerSingleton("embeddedRedis", redis);
        publish(
                context,
                "embeddedRedis",
                Map.of("spring.data.redis.host", EmbeddedRedis.HOST, "spring.data.redis.port", redis.port()));
        log.info("No spring.data.redis.* is set: an embedded Redis listens on 127.0.0.1:{}", redis.port());
    }

    static boolean redisIsConfigured(Environment environment) {
        return StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .anyMatch(source -> source.containsDescendantOf(REDIS) == ConfigurationPropertyState.PRESENT);
    }

    // The factory destroys the disposables that came first last: after the web server and the Redis connections.
    private static void closeLast(GenericApplicationContext context, String name, AutoCloseable server) {
        context.getDefaultListableBeanFactory().registerDisposableBean(name, server::close);
    }

    private static void publish(GenericApplicationContext context, String name, Map<String, Object> properties) {
        context.getEnvironment().getPropertySources().addLast(new MapPropertySource(name, properties));
    }
}
