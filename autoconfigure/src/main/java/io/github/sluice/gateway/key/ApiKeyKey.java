package io.github.sluice.gateway.key;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.StringUtils;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * {@code api-key}: the first of the configured headers, then of the configured query parameters, that is not blank. The
 * same key is the same caller wherever it stands.
 */
record ApiKeyKey(List<String> headers, List<String> queryParameters) implements CallerKey {

    @Override
    public Mono<Optional<Identity>> resolve(ServerWebExchange exchange) {
        return Mono.just(find(exchange.getRequest()).map(value -> Identity.of("api-key", value)));
    }

    private Optional<String> find(ServerHttpRequest request) {
        for (String header : headers) {
            @Nullable String value = request.getHeaders().getFirst(header);
            if (StringUtils.hasText(value)) {
                return Optional.of(value.strip());
            }
        }
        for (String parameter : queryParameters) {
            @Nullable String value = request.getQueryParams().getFirst(parameter);
            if (StringUtils.hasText(value)) {
                return Optional.of(value.strip());
            }
        }
        return Optional.empty();
    }
}
