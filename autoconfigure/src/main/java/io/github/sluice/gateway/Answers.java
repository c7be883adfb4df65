package io.github.sluice.gateway;

import io.github.sluice.gateway.response.Denial;
import io.github.sluice.gateway.response.RateLimitHeaders;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** What a filter does to the response: headers on what passes, status and headers on a denial, and the settlement. */
final class Answers {

    private final FilterSettings settings;
    private final Settler settler;

    Answers(FilterSettings settings, Settler settler) {
        this.settings = settings;
        this.settler = settler;
    }

    Mono<Void> pass(
            TokenBucketGatewayFilter filter,
            ServerWebExchange exchange,
            GatewayFilterChain chain,
            ExchangeState state,
            Ruling ruling) {
        exchange.getAttributes().put(TokenBucketGatewayFilterFactory.DECISION_ATTRIBUTE, ruling.decision());
        state.rule(filter, ruling);
        // As a rule when the filters inside have run and those outside have not: what the upstream sent is there to be
        // joined with, and an outer filter has the last word. A response that is committed inside, such as the upgrade
        // to a WebSocket, gets the headers just before.
        exchange.getResponse().beforeCommit(() -> {
            ExchangeState.writePending(exchange);
            return Mono.empty();
        });
        return chain.filter(exchange).doOnTerminate(() -> {
            if (!exchange.getResponse().isCommitted()) {
                state.write(filter, exchange.getResponse().getHeaders());
            }
        });
    }

    Mono<Void> deny(TokenBucketGatewayFilter filter, ServerWebExchange exchange, ExchangeState state, Ruling ruling) {
        Denial denial = denial(ruling);
        denial.begin(exchange.getResponse());
        state.rule(filter, ruling);
        state.write(filter, exchange.getResponse().getHeaders());
        exchange.getAttributes().put(TokenBucketGatewayFilterFactory.DECISION_ATTRIBUTE, ruling.decision());
        exchange.getAttributes().put(Denial.ATTRIBUTE, denial);
        return Mono.empty();
    }

    private Denial denial(Ruling ruling) {
        if (ruling.verdict().outcome() == Outcome.MISSING_KEY) {
            return Denial.missingKey(settings.missingKeyStatus());
        }
        return ruling.terms().isPresent() && ruling.terms().get() instanceof Terms.Blocked blocked
                ? Denial.blocked(settings.status(), blocked.remaining())
                : Denial.of(ruling.decision(), settings.status(), ruling.violated());
    }

    /** Takes back what an earlier run of the chain left behind. */
    void startOver(ServerWebExchange exchange) {
        if (!exchange.getResponse().isCommitted()) {
            HttpHeaders headers = exchange.getResponse().getHeaders();
            RateLimitHeaders.clear(headers);
            if (exchange.getAttributes().remove(Denial.ATTRIBUTE) != null) {
                headers.remove(HttpHeaders.RETRY_AFTER);
                exchange.getResponse().setStatusCode(null);
            }
        }
    }

    /** The one who called is not to see what the upstream says to us, also where nothing is settled. */
    void settleAtCommit(ServerWebExchange exchange) {
        settings.settling()
                .ifPresent(settling -> exchange.getResponse().beforeCommit(() -> {
                    ExchangeState.of(exchange).settle(settler, exchange.getResponse());
                    exchange.getResponse().getHeaders().remove(settling.header());
                    return Mono.empty();
                }));
    }
}
