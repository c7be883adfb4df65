package io.github.sluice.gateway;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Decision;
import io.github.sluice.gateway.key.BucketIds;
import io.github.sluice.gateway.key.Identity;
import io.github.sluice.gateway.response.Denial;
import io.github.sluice.gateway.response.RateLimitHeaders;
import io.github.sluice.gateway.response.Seconds;
import io.github.sluice.gateway.server.EventLoops;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The path of a request: who pays, how much, may it pass; then on, or the answer why not. */
final class TokenBucketGatewayFilter implements GatewayFilter {

    private static final Duration RETRY_AFTER_STORE_FAILURE = Duration.ofSeconds(1);

    private static final Log LOG = LogFactory.getLog(TokenBucketGatewayFilter.class);

    private final FilterSettings settings;
    private final BucketIds bucketIds;
    private final BucketStore store;
    private final VerdictListener listener;
    private final EventLoops eventLoops;
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile @Nullable Placement latestPlacement;

    TokenBucketGatewayFilter(
            FilterSettings settings,
            BucketIds bucketIds,
            BucketStore store,
            VerdictListener listener,
            EventLoops eventLoops) {
        this.settings = settings;
        this.bucketIds = bucketIds;
        this.store = store;
        this.listener = listener;
        this.eventLoops = eventLoops;
    }

    FilterSettings settings() {
        return settings;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        ExchangeState state = ExchangeState.of(exchange);
        Placement placement = placement(exchange);
        if (state.enterAgain(this)) {
            startOver(exchange);
        }
        return settings.key()
                .resolve(exchange)
                .flatMap(caller -> caller.isPresent()
                        ? charge(exchange, state, placement, caller.get())
                        : missingKey(exchange, state, placement))
                .flatMap(verdict -> verdict.passes()
                        ? pass(exchange, chain, state, placement, verdict)
                        : deny(exchange, state, placement, verdict));
    }

    private Mono<Verdict> charge(
            ServerWebExchange exchange, ExchangeState state, Placement placement, Identity caller) {
        BucketId bucket = placement.buckets().bucket(caller);
        return settings.cost().resolve(exchange).defaultIfEmpty(1L).flatMap(cost -> {
            @Nullable Decision paid = state.paid(bucket);
            return paid == null
                    ? decide(exchange, bucket, cost).map(decision -> {
                        state.pay(bucket, decision);
                        return tell(placement, Verdict.of(settings.policy(), decision));
                    })
                    : Mono.just(Verdict.of(settings.policy(), paid));
        });
    }

    private Mono<Decision> decide(ServerWebExchange exchange, BucketId bucket, long cost) {
        if (cost < 0) {
            return Mono.error(new IllegalStateException(
                    "the cost of a request is at least 0, but the CostResolver of " + this + " answered " + cost));
        }
        if (cost == 0) {
            return Mono.just(Decision.unknown(true, 0));
        }
        return store.decide(bucket, settings.policy(), List.of(cost))
                .map(decisions -> decisions.get(0))
                .publishOn(eventLoops.of(exchange.getRequest()));
    }

    private Mono<Verdict> missingKey(ServerWebExchange exchange, ExchangeState state, Placement placement) {
        return switch (settings.onMissingKey()) {
            case DENY -> Mono.just(tell(placement, Verdict.missingKey(false)));
            case ALLOW -> Mono.just(tell(placement, Verdict.missingKey(true)));
            case ANONYMOUS -> charge(exchange, state, placement, Identity.ANONYMOUS);
        };
    }

    private Mono<Void> pass(
            ServerWebExchange exchange,
            GatewayFilterChain chain,
            ExchangeState state,
            Placement placement,
            Verdict verdict) {
        exchange.getAttributes().put(TokenBucketGatewayFilterFactory.DECISION_ATTRIBUTE, verdict.decision());
        // As a rule when the filters inside have run and those outside have not: what the upstream sent is there to be
        // joined with, and an outer filter has the last word. A response that is committed inside, such as the upgrade
        // to a WebSocket, gets the headers just before.
        exchange.getResponse().beforeCommit(() -> {
            writeHeaders(exchange, state, placement, verdict);
            return Mono.empty();
        });
        return chain.filter(exchange).doOnTerminate(() -> {
            if (!exchange.getResponse().isCommitted()) {
                writeHeaders(exchange, state, placement, verdict);
            }
        });
    }

    private void writeHeaders(ServerWebExchange exchange, ExchangeState state, Placement placement, Verdict verdict) {
        if (state.write(this)) {
            placement.headers().write(exchange.getResponse().getHeaders(), verdict.decision());
        }
    }

    private Mono<Void> deny(ServerWebExchange exchange, ExchangeState state, Placement placement, Verdict verdict) {
        Denial denial = denial(placement, verdict);
        ServerHttpResponse response = exchange.getResponse();
        response.setStatusCode(denial.status());
        denial.retryAfter()
                .ifPresent(wait ->
                        response.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(Seconds.atLeastOne(wait))));
        writeHeaders(exchange, state, placement, verdict);
        exchange.getAttributes().put(TokenBucketGatewayFilterFactory.DECISION_ATTRIBUTE, verdict.decision());
        exchange.getAttributes().put(Denial.ATTRIBUTE, denial);
        return Mono.empty();
    }

    private Denial denial(Placement placement, Verdict verdict) {
        if (verdict.outcome() == Outcome.MISSING_KEY) {
            return Denial.missingKey(settings.missingKeyStatus());
        }
        if (verdict.isStoreFailure()) {
            return Denial.reducedCapacity(RETRY_AFTER_STORE_FAILURE);
        }
        List<String> violated =
                verdict.violated().stream().map(placement::limitName).toList();
        return Denial.quotaExceeded(settings.status(), verdict.decision().retryAfter(), violated);
    }

    /** Takes back what an earlier run of the chain left behind. */
    private static void startOver(ServerWebExchange exchange) {
        if (!exchange.getResponse().isCommitted()) {
            HttpHeaders headers = exchange.getResponse().getHeaders();
            RateLimitHeaders.clear(headers);
            if (exchange.getAttributes().remove(Denial.ATTRIBUTE) != null) {
                headers.remove(HttpHeaders.RETRY_AFTER);
                exchange.getResponse().setStatusCode(null);
            }
        }
    }

    private Verdict tell(Placement placement, Verdict verdict) {
        if (verdict.outcome() == Outcome.NEVER && warned.compareAndSet(false, true)) {
            LOG.warn("A request of route '" + placement.routeId() + "' costs "
                    + verdict.decision().cost() + " tokens, more than its limits " + verdict.violated()
                    + " ever hold, and can never pass: raise the capacity or lower the cost. (Said once.)");
        }
        listener.onVerdict(placement.routeId(), placement.filter(), verdict);
        return verdict;
    }

    private Placement placement(ServerWebExchange exchange) {
        @Nullable Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        @Nullable Placement latest = latestPlacement;
        if (latest == null || !latest.isFor(route)) {
            latest = Placement.of(this, route, bucketIds);
            latestPlacement = latest;
        }
        return latest;
    }

    /** Read by people, at {@code /actuator/gateway/routes}. */
    @Override
    public String toString() {
        return "[TokenBucket "
                + settings.name().map(name -> "name = '" + name + "', ").orElse("") + "limits = "
                + settings.policy().limits().stream()
                        .map(limit -> limit.name() + ' ' + limit.capacity() + " at " + limit.refillRate())
                        .toList()
                + ", key = '" + settings.keyText() + "']";
    }
}
