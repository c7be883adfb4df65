package io.github.sluice.sample;

import static org.springframework.web.reactive.function.server.RequestPredicates.path;

import java.util.Map;
import java.util.function.Consumer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * An outage to try the gateway with: {@code POST /demo/redis/pause} lets the embedded Redis hang until
 * {@code POST /demo/redis/resume}. There is nothing of it if Redis is not the embedded one.
 */
@Configuration(proxyBeanMethods = false)
class DemoRedisConfiguration {

    // Asked for with each request: when the application is processed ahead of time, there is no Redis yet.
    @Bean
    RouterFunction<ServerResponse> demoRedisEndpoint(ObjectProvider<EmbeddedRedis> redis) {
        return RouterFunctions.route()
                .nest(
                        path("/demo/redis")
                                .and(request ->
                                        Loopback.isPeerOf(request.exchange().getRequest()))
                                .and(request -> redis.getIfAvailable() != null),
                        routes -> routes.GET("", request -> answer(redis.getObject(), asItIs -> {}))
                                .POST("/pause", request -> answer(redis.getObject(), EmbeddedRedis::pause))
                                .POST("/resume", request -> answer(redis.getObject(), EmbeddedRedis::resume)))
                .build();
    }

    private static Mono<ServerResponse> answer(EmbeddedRedis redis, Consumer<EmbeddedRedis> first) {
        return Mono.fromCallable(() -> {
                    first.accept(redis);
                    return Map.of("paused", redis.isPaused());
                })
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(state -> ServerResponse.ok().bodyValue(state));
    }
}
