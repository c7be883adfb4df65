package io.github.sluice.gateway;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Policy;
import io.github.sluice.gateway.key.Identity;
import io.github.sluice.gateway.response.Denial;
import io.github.sluice.gateway.response.RateLimitHeaders;
import io.github.sluice.gateway.server.EventLoops;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The path of a request: who pays, how much, may it pass; then on, or the answer why not. */
final class TokenBucketGatewayFilter implements GatewayFilter {

    private static final Log LOG = LogFactory.getLog(TokenBucketGatewayFilter.class);

    private final FilterSettings settings;
    private final FilterDefaults defaults;
    private final Accounts accounts;
    private final BucketStore store;
    private final Settler settler;
    private final VerdictListener listener;
    private final EventLoops eventLoops;
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile @Nullable Placement latestPlacement;

    TokenBucketGatewayFilter(
            FilterSettings settings,
            FilterDefaults defaults,
            Accounts accounts,
            BucketStore store,
            Settler settler,
            VerdictListener listener,
            EventLoops eventLoops) {
        this.settings = settings;
        this.defaults = defaults;
        this.accounts = accounts;
        this.store = store;
        this.settler = settler;
        this.listener = listener;
        this.eventLoops = eventLoops;
    }

    FilterSettings settings() {
        return settings;
    }

    Accounts accounts() {
        return accounts;
    }

    /** All of a route, in chain order. */
    static List<TokenBucketGatewayFilter> of(@Nullable Route route) {
        List<TokenBucketGatewayFilter> found = new ArrayList<>();
        for (GatewayFilter each : route == null ? List.<GatewayFilter>of() : route.getFilters()) {
            GatewayFilter bare = each instanceof OrderedGatewayFilter ordered ? ordered.getDelegate() : each;
            if (bare instanceof TokenBucketGatewayFilter filter) {
                found.add(filter);
            }
        }
        return found;
    }

    /** Where it stands on a route. */
    Placement on(Route route) {
        return Placement.of(this, route, defaults);
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        settings.settling().ifPresent(settling -> settleAtCommit(exchange, settling.header()));
        if (settings.exemptions().contain(exchange)) {
            tell(placement(exchange), Verdict.exempt());
            return chain.filter(exchange);
        }
        ExchangeState state = ExchangeState.of(exchange);
        Placement placement = placement(exchange);
        if (state.enterAgain(this)) {
            startOver(exchange);
        }
        return settings.key()
                .resolve(exchange)
                .flatMap(caller -> caller.isPresent()
                        ? rule(exchange, state, placement, caller.get())
                        : missingKey(exchange, state, placement))
                .flatMap(ruling ->
                        ruling.passes() ? pass(exchange, chain, state, ruling) : deny(exchange, state, ruling));
    }

    private Mono<Ruling> rule(ServerWebExchange exchange, ExchangeState state, Placement placement, Identity caller) {
        return accounts.find(exchange, settings, placement, caller).flatMap(account -> {
            Terms terms = account.terms();
            if (terms instanceof Terms.Limited limited) {
                return charge(exchange, state, placement, account.bucket(), limited);
            }
            Verdict verdict = terms instanceof Terms.Missing
                    ? Verdict.missingKey(settings.onMissingKey() == MissingKeyMode.ALLOW)
                    : terms instanceof Terms.Unlimited ? Verdict.unlimited() : Verdict.blocked();
            return Mono.just(Ruling.of(tell(placement, verdict), terms));
        });
    }

    private Mono<Ruling> charge(
            ServerWebExchange exchange,
            ExchangeState state,
            Placement placement,
            BucketId bucket,
            Terms.Limited terms) {
        return settings.cost().resolve(exchange).defaultIfEmpty(1L).flatMap(cost -> {
            @Nullable Decision paid = state.paid(this, bucket);
            return paid == null
                    ? decide(exchange, bucket, terms.policy(), cost).map(decision -> {
                        state.pay(this, new Payment(bucket, terms.policy(), decision, placement));
                        return Ruling.of(tell(placement, Verdict.of(terms.policy(), decision)), terms);
                    })
                    : Mono.just(Ruling.of(Verdict.of(terms.policy(), paid), terms));
        });
    }

    private Mono<Decision> decide(ServerWebExchange exchange, BucketId bucket, Policy policy, long cost) {
        if (cost < 0) {
            return Mono.error(new IllegalStateException(
                    "the cost of a request is at least 0, but the CostResolver of " + this + " answered " + cost));
        }
        if (cost == 0) {
            return Mono.just(Decision.unknown(true, 0));
        }
        return store.decide(bucket, policy, List.of(Charge.take(cost)))
                .map(decisions -> decisions.get(0))
                .publishOn(eventLoops.of(exchange.getRequest()));
    }

    private Mono<Ruling> missingKey(ServerWebExchange exchange, ExchangeState state, Placement placement) {
        return switch (settings.onMissingKey()) {
            case DENY -> Mono.just(new Ruling(tell(placement, Verdict.missingKey(false)), Optional.empty()));
            case ALLOW -> Mono.just(new Ruling(tell(placement, Verdict.missingKey(true)), Optional.empty()));
            case ANONYMOUS -> rule(exchange, state, placement, Identity.ANONYMOUS);
        };
    }

    private Mono<Void> pass(ServerWebExchange exchange, GatewayFilterChain chain, ExchangeState state, Ruling ruling) {
        exchange.getAttributes().put(TokenBucketGatewayFilterFactory.DECISION_ATTRIBUTE, ruling.decision());
        state.rule(this, ruling);
        // As a rule when the filters inside have run and those outside have not: what the upstream sent is there to be
        // joined with, and an outer filter has the last word. A response that is committed inside, such as the upgrade
        // to a WebSocket, gets the headers just before.
        exchange.getResponse().beforeCommit(() -> {
            ExchangeState.writePending(exchange);
            return Mono.empty();
        });
        return chain.filter(exchange).doOnTerminate(() -> {
            if (!exchange.getResponse().isCommitted()) {
                state.write(this, exchange.getResponse().getHeaders());
            }
        });
    }

    /** The one who called is not to see what the upstream says to us, also where nothing is settled. */
    private void settleAtCommit(ServerWebExchange exchange, String header) {
        exchange.getResponse().beforeCommit(() -> {
            ExchangeState.of(exchange).settle(settler, exchange.getResponse());
            exchange.getResponse().getHeaders().remove(header);
            return Mono.empty();
        });
    }

    private Mono<Void> deny(ServerWebExchange exchange, ExchangeState state, Ruling ruling) {
        Denial denial = denial(ruling);
        denial.begin(exchange.getResponse());
        state.rule(this, ruling);
        state.write(this, exchange.getResponse().getHeaders());
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
        if (verdict.outcome() == Outcome.NEVER && !verdict.violated().isEmpty() && warned.compareAndSet(false, true)) {
            LOG.warn("A request of route '" + placement.routeId() + "' costs "
                    + verdict.decision().cost() + " tokens, more than its limits " + verdict.violated()
                    + " ever hold, and can never pass: raise the capacity or lower the cost. (Said once.)");
        }
        Verdict said = settings.mode() == Mode.SHADOW ? verdict.inShadow() : verdict;
        listener.onVerdict(placement.routeId(), placement.filter(), said);
        return said;
    }

    private Placement placement(ServerWebExchange exchange) {
        @Nullable Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        @Nullable Placement latest = latestPlacement;
        if (latest == null || !latest.isFor(route)) {
            latest = Placement.of(this, route, defaults);
            latestPlacement = latest;
        }
        return latest;
    }

    /** Read by people, at {@code /actuator/gateway/routes}. */
    @Override
    public String toString() {
        return "[TokenBucket "
                + settings.name().map(name -> "name = '" + name + "', ").orElse("")
                + settings.policy().map(TokenBucketGatewayFilter::limits).orElse("")
                + (settings.plans().isEmpty()
                        ? ""
                        : "plans = " + settings.plans().keySet() + ", ")
                + "key = '" + settings.keyText() + "']";
    }

    private static String limits(Policy policy) {
        return "limits = "
                + policy.limits().stream()
                        .map(limit -> limit.name() + ' ' + limit.capacity() + " at " + limit.refillRate())
                        .toList()
                + ", ";
    }
}
