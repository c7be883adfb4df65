package io.github.sluice.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.Policy;
import io.github.sluice.gateway.key.BucketIds;
import io.github.sluice.gateway.key.CallerName;
import io.github.sluice.gateway.key.Identity;
import io.github.sluice.gateway.plan.Plan;
import io.github.sluice.gateway.response.RateLimitHeaders;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.route.Route;

/**
 * Where a filter stands on a route, which only the finished route tells: its ordinal among the TokenBucket filters there,
 * and so which buckets are its own and what its limits are called.
 */
final class Placement implements PlacedFilter {

    private static final String NO_ROUTE = "none";
    private static final int MOST_TERMS = 1000;

    private final Accounts accounts;
    private final @Nullable Route route;
    private final String routeId;
    private final String filter;
    private final BucketIds.Namespace buckets;
    private final FilterSettings settings;
    private final Set<String> taken;
    private final Optional<Terms> ownTerms;
    private final Map<String, Terms> planTerms = new HashMap<>();
    // Those of overrides, which come and go.
    private final Cache<Plan, Terms> otherTerms =
            Caffeine.newBuilder().maximumSize(MOST_TERMS).build();

    private Placement(
            TokenBucketGatewayFilter self,
            @Nullable Route route,
            int ordinal,
            Set<String> takenNames,
            BucketIds bucketIds) {
        this.accounts = self.accounts();
        this.route = route;
        this.routeId = route == null ? NO_ROUTE : route.getId();
        this.settings = self.settings();
        this.taken = takenNames;
        this.filter = settings.name().orElse(String.valueOf(ordinal));
        this.buckets = settings.scope() == Scope.SHARED
                ? bucketIds.namespace("shared", filter)
                : bucketIds.namespace("route", routeId, settings.name().isPresent() ? "name" : "ordinal", filter);
        this.ownTerms = settings.policy().map(this::limited);
        settings.plans().forEach((name, plan) -> planTerms.put(name, termsOf(plan)));
    }

    static Placement of(TokenBucketGatewayFilter self, @Nullable Route route, FilterDefaults defaults) {
        Set<String> taken = new HashSet<>(defaults.outerLimitNames());
        int ordinal = 0;
        for (TokenBucketGatewayFilter earlier : TokenBucketGatewayFilter.of(route)) {
            if (earlier == self) {
                break;
            }
            ordinal++;
            taken.addAll(LimitNames.all(earlier.settings(), taken));
        }
        return new Placement(self, route, ordinal, taken, defaults.bucketIds());
    }

    private Terms limited(Policy policy) {
        List<String> names = LimitNames.of(policy, taken);
        Map<String, String> byName = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            byName.put(policy.limits().get(i).name(), names.get(i));
        }
        return new Terms.Limited(
                policy, Map.copyOf(byName), new RateLimitHeaders(settings.headers(), policy.limits(), names));
    }

    @Override
    public FilterDescription description() {
        return new FilterDescription(
                settings.scope() == Scope.SHARED
                        ? PathSegment.ofShared(filter)
                        : settings.name().isPresent()
                                ? PathSegment.ofNamed(routeId, filter)
                                : PathSegment.ofOrdinal(routeId, filter),
                routeId,
                filter,
                settings.keyText(),
                settings.costText(),
                settings.costRules(),
                settings.settling().isPresent(),
                settings.policy().map(Policy::limits).orElse(List.of()),
                settings.plans(),
                settings.mode(),
                settings.onStoreFailure());
    }

    @Override
    public Identity caller(CallerName name) {
        return name.among(settings.key(), settings.keyText(), settings.onMissingKey() == MissingKeyMode.ANONYMOUS);
    }

    @Override
    public BucketId bucket(Identity caller) {
        return buckets.bucket(caller);
    }

    @Override
    public Standing standing(BucketId caller, Optional<Identity> identity) {
        return accounts.standing(this, caller, identity);
    }

    @Override
    public Plan plan(Map<String, ?> written) {
        return new PlansReader(settings.plans()).one(new ArgumentReader(Optional.of(routeId), written));
    }

    private Terms termsOf(Plan plan) {
        return settings.policy(plan)
                .map(this::limited)
                .orElseGet(() -> plan instanceof Plan.Blocked ? new Terms.Blocked(Optional.empty()) : Terms.UNLIMITED);
    }

    /** What holds for a caller who is on no plan. */
    Terms terms() {
        return ownTerms.orElseGet(Terms.Missing::new);
    }

    /** What holds for a caller on a plan; empty if the route does not know it. */
    Optional<Terms> terms(String plan) {
        return Optional.ofNullable(planTerms.get(plan));
    }

    /** What holds for a caller for whom an operator has said so. */
    Terms terms(Plan plan) {
        return otherTerms.get(plan, this::termsOfOther);
    }

    /** It has not been checked with the filter: where its limits cannot be settled into debt, they are into none. */
    private Terms termsOfOther(Plan plan) {
        try {
            return termsOf(plan);
        } catch (IllegalArgumentException uncountable) {
            return Plan.policy(plan, settings.name().orElse(FilterSettings.DEFAULT_NAME))
                    .map(this::limited)
                    .orElseThrow();
        }
    }

    String routeId() {
        return routeId;
    }

    /** The name of the filter, or its ordinal. */
    String filter() {
        return filter;
    }

    BucketIds.Namespace buckets() {
        return buckets;
    }

    /** Two routes may have the same id, one after the other: a refresh makes new ones. */
    @SuppressWarnings("ReferenceEquality")
    boolean isFor(@Nullable Route other) {
        return route == other;
    }
}
