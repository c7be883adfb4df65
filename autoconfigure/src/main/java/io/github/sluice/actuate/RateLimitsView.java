package io.github.sluice.actuate;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.LimitState;
import io.github.sluice.gateway.FilterDescription;
import io.github.sluice.gateway.Standing;
import io.github.sluice.gateway.plan.Plan;
import io.github.sluice.gateway.plan.PlanOverride;
import io.github.sluice.store.StoreStatus;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the endpoint shows, as JSON objects; durations are in ISO-8601. */
final class RateLimitsView {

    private final Clock clock;

    RateLimitsView(Clock clock) {
        this.clock = clock;
    }

    Map<String, Object> filter(FilterDescription filter) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("bucket", filter.bucket());
        view.put("route", filter.route());
        view.put("filter", filter.filter());
        view.put("key", filter.key());
        view.put("cost", filter.cost());
        if (filter.costs() > 0) {
            view.put("costs", filter.costs());
        }
        if (filter.settles()) {
            view.put("settles", true);
        }
        view.put("limits", limits(filter.limits()));
        Map<String, Object> plans = new LinkedHashMap<>();
        filter.plans().forEach((name, plan) -> plans.put(name, plan(plan)));
        view.put("plans", plans);
        view.put("mode", text(filter.mode()));
        view.put("on-store-failure", text(filter.onStoreFailure()));
        return view;
    }

    Map<String, Object> store(StoreStatus status) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("type", status.type());
        view.put("state", status.degraded() ? "degraded" : "ok");
        view.put("breaker", status.breaker());
        view.put("waiting", status.waiting());
        view.put("denials", status.denials());
        view.put("local-buckets", status.localBuckets());
        return view;
    }

    List<Map<String, Object>> overrides(Map<BucketId, PlanOverride> overrides) {
        return overrides.entrySet().stream()
                .map(entry -> {
                    Map<String, Object> view = new LinkedHashMap<>();
                    view.put("bucket", entry.getValue().filter());
                    view.put("caller", entry.getKey().value());
                    view.putAll(override(entry.getValue()));
                    return view;
                })
                .toList();
    }

    Map<String, Object> caller(
            String bucket, Optional<String> name, BucketId caller, Standing standing, Optional<Decision> decision) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("bucket", bucket);
        view.put("caller", name.orElse(caller.value()));
        view.put("hash", caller.value());
        view.put("remaining", remaining(decision));
        view.put(
                "limits",
                decision.stream()
                        .flatMap(each -> each.limits().stream())
                        .map(RateLimitsView::state)
                        .toList());
        view.put("plan", standing.plan().orElse(null));
        view.put("override", standing.override().map(this::override).orElse(null));
        return view;
    }

    private static @Nullable Long remaining(Optional<Decision> decision) {
        return decision.isPresent() ? decision.get().remaining().orElse(0) : null;
    }

    private static Map<String, Object> state(LimitState state) {
        Map<String, Object> view = limit(state.limit());
        view.put("remaining", state.remaining());
        state.untilNextToken().ifPresent(wait -> view.put("next-in", wait.toString()));
        view.put("full-in", state.untilFull().toString());
        return view;
    }

    private Map<String, Object> override(PlanOverride override) {
        Map<String, Object> view = new LinkedHashMap<>(plan(override.plan()));
        view.put(
                "ends-in",
                override.remaining(clock.instant())
                        .truncatedTo(ChronoUnit.MILLIS)
                        .toString());
        return view;
    }

    private static Map<String, Object> plan(Plan plan) {
        if (plan instanceof Plan.Single single) {
            Map<String, Object> view = new LinkedHashMap<>();
            view.put("capacity", single.capacity());
            view.put("refill-rate", single.refillRate().toString());
            return view;
        }
        if (plan instanceof Plan.Several several) {
            return Map.of("limits", limits(several.policy().limits()));
        }
        return Map.of(plan instanceof Plan.Blocked ? "blocked" : "unlimited", true);
    }

    private static List<Map<String, Object>> limits(List<Limit> limits) {
        return limits.stream().map(RateLimitsView::limit).toList();
    }

    private static Map<String, Object> limit(Limit limit) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("name", limit.name());
        view.put("capacity", limit.capacity());
        view.put("refill-rate", limit.refillRate().toString());
        return view;
    }

    private static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
