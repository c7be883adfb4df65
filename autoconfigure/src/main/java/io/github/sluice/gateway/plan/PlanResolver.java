package io.github.sluice.gateway.plan;

import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Finds the plan of a request's caller. A bean of this type takes the place of the plans of API-key clients and of
 * {@code sluice.jwt.plan-claim}; for example by a header that the identity provider's proxy sets:
 *
 * <pre>{@code
 * @Bean
 * PlanResolver plans() {
 *     return exchange -> Mono.justOrEmpty(exchange.getRequest().getHeaders().getFirst("X-Verified-Tier"));
 * }
 * }</pre>
 */
@FunctionalInterface
public interface PlanResolver {

    /**
     * Finds the name of the plan.
     *
     * @param exchange the request
     * @return a name of {@code sluice.plans} or of a route's {@code plans}; empty if the caller is on none, so that the
     *     route's own limits hold. A name that nobody knows is logged once and counts as none. An error fails the request.
     *     May be emitted on any thread; the call itself comes on the request's event loop, which must not be blocked.
     */
    Mono<String> resolve(ServerWebExchange exchange);
}
