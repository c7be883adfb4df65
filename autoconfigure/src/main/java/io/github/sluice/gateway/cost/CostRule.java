package io.github.sluice.gateway.cost;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.util.pattern.PathPattern;

/**
 * A cost for the requests that match all that it names; what it leaves empty matches every request.
 *
 * @param methods the methods, one of which the request has
 * @param paths patterns, one of which the path of the request matches
 * @param headers headers that the request has, each with its value, or with any value if that is empty
 * @param query query parameters that the request has, likewise
 * @param cost the tokens that the request takes
 */
public record CostRule(
        List<HttpMethod> methods,
        List<PathPattern> paths,
        Map<String, Optional<String>> headers,
        Map<String, Optional<String>> query,
        long cost) {

    public CostRule {
        methods = List.copyOf(methods);
        paths = List.copyOf(paths);
        headers = Map.copyOf(headers);
        query = Map.copyOf(query);
    }

    /** Whether it looks at what the caller may add or leave out at will, so that it must not lower a cost. */
    boolean isCallersChoice() {
        return !headers.isEmpty() || !query.isEmpty();
    }

    boolean matches(ServerHttpRequest request, ForwardedPath path) {
        return (methods.isEmpty() || methods.contains(request.getMethod()))
                && (paths.isEmpty() || path.matchesAny(paths))
                && has(request.getHeaders()::get, headers)
                && has(request.getQueryParams()::get, query);
    }

    private static boolean has(
            Function<String, @Nullable List<@Nullable String>> values, Map<String, Optional<String>> wanted) {
        return wanted.entrySet().stream().allMatch(entry -> {
            @Nullable List<@Nullable String> found = values.apply(entry.getKey());
            return found != null && entry.getValue().map(found::contains).orElse(true);
        });
    }
}
