package io.github.sluice.gateway;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Policy;
import io.github.sluice.gateway.key.Identity;
import io.github.sluice.gateway.server.EventLoops;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The path of a request: who pays, how much, may it pass; then on, or the answer why not. */
final class TokenBucketGatewayFilter implements GatewayFilter {

    private final FilterSettings settings;
    private final FilterDefaults defaults;
    private final Accounts accounts;
    private final BucketStore store;
    private final Answers answers;
    private final Reports reports;
    private final EventLoops eventLoops;
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
        this.answers = new Answers(settings, settler);
        this.reports = new Reports(settings.mode(), listener);
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
        answers.settleAtCommit(exchange);
        if (settings.exemptions().contain(exchange)) {
            reports.tell(placement(exchange), Verdict.exempt());
            return chain.filter(exchange);
        }
        ExchangeState state = ExchangeState.of(exchange);
        Placement placement = placement(exchange);
        if (state.enterAgain(this)) {
            answers.startOver(exchange);
        }
        return settings.key()
                .resolve(exchange)
                .flatMap(caller -> caller.isPresent()
                        ? rule(exchange, state, placement, caller.get())
                        : missingKey(exchange, state, placement))
                .flatMap(ruling -> ruling.passes()
                        ? answers.pass(this, exchange, chain, state, ruling)
                        : answers.deny(this, exchange, state, ruling));
    }

    private Mono<Ruling> rule(ServerWebExchange exchange, ExchangeState state, Placement placement, Identity caller) {
        Mono<Account> found = accounts.find(exchange, settings, placement, caller);
        return found.flatMap(account -> {
            Mono<Ruling> ruling = rule(exchange, state, placement, account);
            return reports.wantsDenials() ? ruling.doOnNext(each -> reports.log(placement, account, each)) : ruling;
        });
    }

    private Mono<Ruling> rule(ServerWebExchange exchange, ExchangeState state, Placement placement, Account account) {
        Terms terms = account.terms();
        if (terms instanceof Terms.Limited limited) {
            return charge(exchange, state, placement, account.bucket(), limited);
        }
        Verdict verdict = terms instanceof Terms.Missing
                ? Verdict.missingKey(settings.onMissingKey() == MissingKeyMode.ALLOW)
                : terms instanceof Terms.Unlimited ? Verdict.unlimited() : Verdict.blocked();
        return Mono.just(Ruling.of(reports.tell(placement, verdict), terms));
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
                        return Ruling.of(reports.tell(placement, Verdict.of(terms.policy(), decision)), terms);
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
            case DENY -> Mono.just(new Ruling(reports.tell(placement, Verdict.missingKey(false)), Optional.empty()));
            case ALLOW -> Mono.just(new Ruling(reports.tell(placement, Verdict.missingKey(true)), Optional.empty()));
            case ANONYMOUS -> rule(exchange, state, placement, Identity.ANONYMOUS);
        };
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
        return settings.toString();
    }
}
