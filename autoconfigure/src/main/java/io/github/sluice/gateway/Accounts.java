package io.github.sluice.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.Policy;
import io.github.sluice.gateway.key.Identity;
import io.github.sluice.gateway.plan.PlanChoice;
import io.github.sluice.gateway.plan.PlanFinder;
import io.github.sluice.gateway.plan.PlanOverride;
import io.github.sluice.gateway.plan.PlanOverrides;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Finds the bucket of a caller and what holds for it: what an operator has said comes before the caller's plan, and that
 * before the route's own limits.
 *
 * <p>Not part of the API.
 */
public final class Accounts {

    private static final Log LOG = LogFactory.getLog(Accounts.class);
    private static final int MOST_WARNINGS = 100;
    private static final int MOST_REMEMBERED = 10_000;

    private final PlanFinder plans;
    private final PlanOverrides overrides;
    private final Clock clock;
    // On which plan a caller was seen last, for operators.
    private final Cache<BucketId, Account> latest =
            Caffeine.newBuilder().maximumSize(MOST_REMEMBERED).build();
    private final Set<String> unknownPlans = ConcurrentHashMap.newKeySet();

    /**
     * Accounts.
     *
     * @param plans finds a caller's plan
     * @param overrides what operators have said
     * @param clock tells how long that holds
     */
    public Accounts(PlanFinder plans, PlanOverrides overrides, Clock clock) {
        this.plans = plans;
        this.overrides = overrides;
        this.clock = clock;
    }

    Mono<Account> find(ServerWebExchange exchange, FilterSettings settings, Placement placement, Identity caller) {
        BucketId bucket = placement.buckets().bucket(caller);
        Optional<PlanOverride> override = overrides.find(bucket);
        if (override.isPresent()) {
            return Mono.just(new Account(bucket, bucket, terms(override.get(), placement), Optional.empty()));
        }
        if (settings.plans().isEmpty()) {
            return Mono.just(new Account(bucket, bucket, placement.terms(), Optional.empty()));
        }
        return plans.find(exchange, caller).map(choice -> {
            Account account = choice.isEmpty()
                    ? new Account(bucket, bucket, placement.terms(), Optional.empty())
                    : account(choice.get(), bucket, placement);
            remember(account);
            return account;
        });
    }

    private Account account(PlanChoice choice, BucketId caller, Placement placement) {
        Optional<Terms> terms = placement.terms(choice.name());
        if (terms.isEmpty()) {
            warn(choice.name(), placement);
            return new Account(caller, caller, placement.terms(), Optional.empty());
        }
        BucketId bucket =
                choice.followsIdentity() ? caller : placement.buckets().bucket(caller, choice.name());
        return new Account(caller, bucket, terms.get(), Optional.of(choice.name()));
    }

    private void remember(Account account) {
        @Nullable Account earlier = latest.getIfPresent(account.caller());
        if (earlier == null || !earlier.plan().equals(account.plan())) {
            latest.put(account.caller(), account);
        }
    }

    /** What holds for a caller of whom there is no request. */
    Standing standing(Placement placement, BucketId caller, Optional<Identity> identity) {
        Optional<PlanOverride> override = overrides.find(caller);
        if (override.isPresent()) {
            return new Standing(caller, policy(terms(override.get(), placement)), Optional.empty(), override);
        }
        @Nullable Account account = latest.getIfPresent(caller);
        if (account != null) {
            return new Standing(account.bucket(), policy(account.terms()), account.plan(), override);
        }
        // Who is known by registration has one bucket on whatever plan.
        Optional<String> plan = identity.flatMap(plans::known)
                .filter(name -> placement.terms(name).isPresent());
        return new Standing(caller, policy(plan.flatMap(placement::terms).orElseGet(placement::terms)), plan, override);
    }

    private static Optional<Policy> policy(Terms terms) {
        return terms instanceof Terms.Limited limited ? Optional.of(limited.policy()) : Optional.empty();
    }

    private Terms terms(PlanOverride override, Placement placement) {
        Terms terms = placement.terms(override.plan());
        return terms instanceof Terms.Blocked
                ? new Terms.Blocked(Optional.of(override.remaining(clock.instant())))
                : terms;
    }

    private void warn(String plan, Placement placement) {
        if (unknownPlans.size() < MOST_WARNINGS && unknownPlans.add(plan)) {
            LOG.warn("Route '" + placement.routeId() + "' knows no plan '" + plan
                    + "', which a caller is on: the route's own limits hold. Add it to sluice.plans or to the plans of the"
                    + " route. (Said once.)");
        }
    }
}
