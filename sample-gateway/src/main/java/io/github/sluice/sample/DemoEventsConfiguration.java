package io.github.sluice.sample;

import static org.springframework.web.reactive.function.server.RequestPredicates.GET;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

/** The feed of the page, {@code GET /demo/events}: what the endpoint {@code ratelimits} reads, as server-sent events. */
@Configuration(proxyBeanMethods = false)
class DemoEventsConfiguration {

    @Bean
    DemoEvents demoEvents(Environment environment) {
        return new DemoEvents(
                () -> new EndpointReader(environment.getRequiredProperty("local.management.port", Integer.class)));
    }

    // For this machine only, like the endpoint: its answers would be those to this machine, whoever asked here.
    @Bean
    RouterFunction<ServerResponse> demoEventsEndpoint(DemoEvents events) {
        return RouterFunctions.route(
                GET("/demo/events")
                        .and(request -> Loopback.isPeerOf(request.exchange().getRequest())),
                request -> ServerResponse.ok()
                        .contentType(MediaType.TEXT_EVENT_STREAM)
                        .body(
                                events.to(Loopback.addressOf(request.exchange().getRequest())
                                        .orElseThrow()),
                                DemoEvents.Reading.class));
    }
}
