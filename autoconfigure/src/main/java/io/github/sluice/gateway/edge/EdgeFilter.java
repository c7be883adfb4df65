package io.github.sluice.gateway.edge;

import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.gateway.ExchangeState;
import io.github.sluice.gateway.Mode;
import io.github.sluice.gateway.Verdict;
import io.github.sluice.gateway.VerdictListener;
import io.github.sluice.gateway.key.Identity;
import io.github.sluice.gateway.response.Denial;
import io.github.sluice.gateway.response.DenialWriter;
import io.github.sluice.gateway.response.RateLimitHeaders;
import io.github.sluice.gateway.server.EventLoops;
import java.util.List;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Limits all requests by the address of their client before Spring Security looks at them, so that a flood of bad tokens
 * costs no signature checks. A client without an address passes: here nobody can be asked for another key.
 *
 * <p>Not part of the API.
 */
public final class EdgeFilter implements WebFilter, Ordered {

    /** The name of the edge among routes, filters and, if it has only one, limits. */
    public static final String NAME = "edge";

    // Spring Security's WebFilterChainProxy is at -100.
    private static final int ORDER = -200;
    private static final List<Charge> ONE = List.of(Charge.take(1));

    private final EdgeSettings settings;
    private final ManagementRequests management;
    private final BucketStore store;
    private final VerdictListener listener;
    private final DenialWriter denials;
    private final EventLoops eventLoops;
    private final RateLimitHeaders headers;

    /**
     * A filter.
     *
     * @param settings what it limits, and how
     * @param management the requests that are always exempt
     * @param store decides
     * @param listener is told of each verdict
     * @param denials writes the answer to a request that does not pass
     * @param eventLoops where a request goes on after its decision
     */
    public EdgeFilter(
            EdgeSettings settings,
            ManagementRequests management,
            BucketStore store,
            VerdictListener listener,
            DenialWriter denials,
            EventLoops eventLoops) {
        this.settings = settings;
        this.management = management;
        this.store = store;
        this.listener = listener;
        this.denials = denials;
        this.eventLoops = eventLoops;
        this.headers =
                new RateLimitHeaders(settings.headers(), settings.policy().limits(), settings.limitNames());
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (management.contain(exchange) || settings.exemptions().contain(exchange)) {
            tell(Verdict.exempt());
            return chain.filter(exchange);
        }
        return settings.key()
                .resolve(exchange)
                .flatMap(client ->
                        client.isPresent() ? charge(exchange, client.get()) : Mono.just(Verdict.missingKey(true)))
                .map(verdict -> settings.mode() == Mode.SHADOW ? verdict.inShadow() : verdict)
                .flatMap(verdict -> {
                    tell(verdict);
                    return verdict.passes() ? pass(exchange, chain, verdict) : deny(exchange, verdict);
                });
    }

    private Mono<Verdict> charge(ServerWebExchange exchange, Identity client) {
        return store.decide(settings.buckets().bucket(client), settings.policy(), ONE)
                .map(decisions -> Verdict.of(settings.policy(), decisions.get(0)))
                .publishOn(eventLoops.of(exchange.getRequest()));
    }

    private Mono<Void> pass(ServerWebExchange exchange, WebFilterChain chain, Verdict verdict) {
        // What the filters of a route write comes before, so that this one, being outside, stands first.
        exchange.getResponse().beforeCommit(() -> {
            ExchangeState.writePending(exchange);
            headers.write(exchange.getResponse().getHeaders(), verdict.decision());
            return Mono.empty();
        });
        return chain.filter(exchange);
    }

    private Mono<Void> deny(ServerWebExchange exchange, Verdict verdict) {
        Denial denial = Denial.of(verdict.decision(), HttpStatus.TOO_MANY_REQUESTS, verdict.violated());
        denial.begin(exchange.getResponse());
        headers.write(exchange.getResponse().getHeaders(), verdict.decision());
        return denials.write(exchange, denial);
    }

    private void tell(Verdict verdict) {
        listener.onVerdict(NAME, NAME, verdict);
    }
}
