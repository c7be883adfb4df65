package io.github.sluice.benchmarks.http;

import java.nio.charset.StandardCharsets;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/** The filter {@code StaticDenial}: our answer to a request over its limit, always the same, without a limiter. */
final class StaticDenialGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

    private static final byte[] BODY = ("{\"detail\":\"The request does not fit default. Try again in 60 s.\","
                    + "\"status\":429,\"title\":\"Quota exceeded\","
                    + "\"type\":\"https://iana.org/assignments/http-problem-types#quota-exceeded\","
                    + "\"violated-policies\":[\"default\"]}")
            .getBytes(StandardCharsets.UTF_8);

    StaticDenialGatewayFilterFactory() {
        super(Object.class);
    }

    @Override
    public GatewayFilter apply(Object config) {
        return (exchange, chain) -> {
            ServerHttpResponse response = exchange.getResponse();
            response.setStatusCode(HttpStatus.TOO_MANY_REQUESTS);
            HttpHeaders headers = response.getHeaders();
            headers.set(HttpHeaders.RETRY_AFTER, "60");
            writeLimit(headers);
            headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
            headers.set(HttpHeaders.CACHE_CONTROL, "no-store");
            headers.setContentLength(BODY.length);
            return response.writeWith(Mono.just(response.bufferFactory().wrap(BODY)));
        };
    }

    static void writeLimit(HttpHeaders headers) {
        headers.set("RateLimit-Policy", "\"default\";q=1;w=60");
        headers.set("RateLimit", "\"default\";r=0;t=60");
    }
}
