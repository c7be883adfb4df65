package io.github.sluice.sample;

import static org.springframework.web.reactive.function.server.RequestPredicates.POST;

import java.time.Clock;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.http.MediaType;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.util.StringUtils;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Tokens to try the gateway with, from {@code POST /demo/token?sub=alice}, or {@code &plan=vip} too, as long as no property
 * says whose to trust.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(DemoTokenConfiguration.NoKeyIsConfigured.class)
class DemoTokenConfiguration {

    @Bean
    DemoTokens demoTokens() {
        return new DemoTokens(Clock.systemUTC());
    }

    @Bean
    ReactiveJwtDecoder demoTokenDecoder(DemoTokens tokens) {
        return tokens.decoder();
    }

    @Bean
    RouterFunction<ServerResponse> demoTokenEndpoint(DemoTokens tokens) {
        return RouterFunctions.route(
                POST("/demo/token")
                        .and(request -> Loopback.isPeerOf(request.exchange().getRequest())),
                request -> issue(tokens, request));
    }

    private static Mono<ServerResponse> issue(DemoTokens tokens, ServerRequest request) {
        return request.queryParam("sub")
                .filter(StringUtils::hasText)
                .map(subject -> sign(tokens, subject, request.queryParam("plan").filter(StringUtils::hasText)))
                .orElseGet(() -> text(ServerResponse.badRequest(), "Say for whom: POST /demo/token?sub=alice"));
    }

    // Off the event loop, for signing takes its time, and also because a connection of reactor-netty before 1.3.8 reads
    // no further once it has answered a waiting request on the spot (reactor-netty issue 4361).
    private static Mono<ServerResponse> sign(DemoTokens tokens, String subject, Optional<String> plan) {
        return Mono.fromCallable(() -> tokens.issue(subject, plan))
                .subscribeOn(Schedulers.parallel())
                .flatMap(token -> text(ServerResponse.ok(), token));
    }

    private static Mono<ServerResponse> text(ServerResponse.BodyBuilder response, String text) {
        return response.contentType(MediaType.TEXT_PLAIN).bodyValue(text);
    }

    static final class NoKeyIsConfigured implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return Stream.of("public-key-location", "jwk-set-uri", "issuer-uri")
                    .map(name -> "spring.security.oauth2.resourceserver.jwt." + name)
                    .noneMatch(
                            name -> StringUtils.hasText(context.getEnvironment().getProperty(name)));
        }
    }
}
