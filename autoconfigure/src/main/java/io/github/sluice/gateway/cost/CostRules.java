package io.github.sluice.gateway.cost;

import java.util.List;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * The first rule that matches on method and path sets the cost, else {@code otherwise} does; a rule that looks at headers
 * or query parameters can only raise it.
 *
 * <p>Not part of the API.
 */
public final class CostRules implements CostResolver {

    private final List<CostRule> rules;
    private final CostResolver otherwise;

    /**
     * Rules in their order.
     *
     * @param rules the rules
     * @param otherwise the cost of a request that no rule sets
     */
    public CostRules(List<CostRule> rules, CostResolver otherwise) {
        this.rules = List.copyOf(rules);
        this.otherwise = otherwise;
    }

    @Override
    public Mono<Long> resolve(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        ForwardedPath path = ForwardedPath.of(request.getPath());
        long atLeast = rules.stream()
                .filter(CostRule::isCallersChoice)
                .filter(rule -> rule.matches(request, path))
                .mapToLong(CostRule::cost)
                .max()
                .orElse(0);
        Mono<Long> base = rules.stream()
                .filter(rule -> !rule.isCallersChoice() && rule.matches(request, path))
                .findFirst()
                .map(rule -> Mono.just(rule.cost()))
                .orElseGet(() -> otherwise.resolve(exchange));
        return base.map(cost -> Math.max(cost, atLeast)).defaultIfEmpty(Math.max(1, atLeast));
    }
}
