package io.github.sluice.gateway.response;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers with {@code application/problem+json} (RFC 9457); a gRPC call with the trailers-only form of its protocol:
 * HTTP 200, {@code grpc-status} 8 (RESOURCE_EXHAUSTED) or 14 (UNAVAILABLE), and {@code grpc-retry-pushback-ms} (gRFC A6).
 *
 * <p>Not part of the API.
 */
public final class ProblemDetailDenialHandler implements DenialHandler {

    private static final JsonMapper JSON = JsonMapper.builder()
            .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
            .build();
    private static final int MOST_BODIES = 1000;

    private final Cache<Body, byte[]> bodies =
            Caffeine.newBuilder().maximumSize(MOST_BODIES).build();

    /** A handler. */
    public ProblemDetailDenialHandler() {}

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Denial denial) {
        return isGrpc(exchange) ? writeTrailers(exchange.getResponse(), denial) : writeProblem(exchange, denial);
    }

    private static boolean isGrpc(ServerWebExchange exchange) {
        @Nullable String type = exchange.getRequest().getHeaders().getFirst(HttpHeaders.CONTENT_TYPE);
        return type != null && type.toLowerCase(Locale.ROOT).startsWith("application/grpc");
    }

    private static Mono<Void> writeTrailers(ServerHttpResponse response, Denial denial) {
        HttpHeaders headers = response.getHeaders();
        boolean overLimit = denial.isQuotaExceeded();
        boolean storeFailed = !overLimit && denial.retryAfter().isPresent();
        response.setStatusCode(HttpStatus.OK);
        headers.setContentType(MediaType.parseMediaType("application/grpc"));
        headers.set("grpc-status", overLimit ? "8" : storeFailed ? "14" : "7");
        headers.set("grpc-message", denial.title());
        // A negative push-back tells the client not to retry.
        headers.set(
                "grpc-retry-pushback-ms",
                denial.retryAfter().map(ProblemDetailDenialHandler::millis).orElse("-1"));
        return response.setComplete();
    }

    private static String millis(Duration wait) {
        return Long.toString(wait.plusNanos(999_999).toMillis());
    }

    private Mono<Void> writeProblem(ServerWebExchange exchange, Denial denial) {
        ServerHttpResponse response = exchange.getResponse();
        @Nullable HttpStatusCode status = response.getStatusCode();
        byte[] body = bodies.get(
                new Body(
                        (status == null ? denial.status() : status).value(),
                        denial.type(),
                        denial.title(),
                        denial.detail(),
                        denial.violatedPolicies()),
                Body::json);
        HttpHeaders headers = response.getHeaders();
        headers.set(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        headers.set(HttpHeaders.CACHE_CONTROL, "no-store");
        headers.setContentLength(body.length);
        if (HttpMethod.HEAD.equals(exchange.getRequest().getMethod())) {
            return response.setComplete();
        }
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
    }

    /** What a body tells. A flood of denials has few that differ, and each is written once. */
    private record Body(int status, URI type, String title, String detail, List<String> violatedPolicies) {

        private byte[] json() {
            ProblemDetail problem = ProblemDetail.forStatus(status);
            problem.setType(type);
            problem.setTitle(title);
            problem.setDetail(detail);
            if (!violatedPolicies.isEmpty()) {
                problem.setProperty("violated-policies", violatedPolicies);
            }
            return JSON.writeValueAsBytes(problem);
        }
    }
}
