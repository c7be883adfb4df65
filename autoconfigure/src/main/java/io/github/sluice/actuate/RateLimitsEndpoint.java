package io.github.sluice.actuate;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.Decision;
import io.github.sluice.gateway.FilterCatalog;
import io.github.sluice.gateway.PlacedFilter;
import io.github.sluice.gateway.Standing;
import io.github.sluice.gateway.key.BucketIds;
import io.github.sluice.gateway.key.CallerName;
import io.github.sluice.gateway.key.Identity;
import io.github.sluice.gateway.plan.Plan;
import io.github.sluice.gateway.plan.PlanOverrideCopy;
import io.github.sluice.store.OperatedBuckets;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.convert.DurationStyle;
import reactor.core.publisher.Mono;

/**
 * The endpoint {@code ratelimits}: which filters limit what, where one caller stands, and what operators say of callers for
 * the time being. Read-only unless its access is opened.
 *
 * <p>Not part of the API.
 */
@WebEndpoint(id = "ratelimits", defaultAccess = Access.READ_ONLY)
public final class RateLimitsEndpoint {

    private static final String OVERRIDE = "override";
    private static final String HASH = "hash:";
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(365);

    private final FilterCatalog filters;
    private final OperatedBuckets buckets;
    private final PlanOverrideCopy overrides;
    private final RateLimitsView view;

    /**
     * An endpoint.
     *
     * @param filters all filters that limit
     * @param buckets their buckets
     * @param overrides what operators have said
     * @param clock tells how long that holds
     */
    public RateLimitsEndpoint(FilterCatalog filters, OperatedBuckets buckets, PlanOverrideCopy overrides, Clock clock) {
        this.filters = filters;
        this.buckets = buckets;
        this.overrides = overrides;
        this.view = new RateLimitsView(clock);
    }

    /**
     * All filters, the state of the store, and what operators have said.
     *
     * @return the document
     */
    @ReadOperation
    public Mono<Map<String, Object>> all() {
        return filters.all().map(PlacedFilter::description).collectList().map(descriptions -> {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("filters", descriptions.stream().map(view::filter).toList());
            all.put("store", view.store(buckets.status()));
            all.put("overrides", view.overrides(overrides.all()));
            return all;
        });
    }

    /**
     * Where one caller stands at one filter. Changes nothing.
     *
     * @param bucket what the first document calls the filter's buckets
     * @param caller the caller, by name or hash
     * @return the document; 404 if there is no such filter, 503 if the store does not answer
     */
    @ReadOperation
    public Mono<WebEndpointResponse<Map<String, Object>>> one(@Selector String bucket, String caller) {
        return withCaller(bucket, caller, false, at -> read(at, Optional.of(caller)));
    }

    /**
     * Fills the bucket of one caller.
     *
     * @param bucket what the first document calls the filter's buckets
     * @param caller the caller, by name or hash
     * @return where the caller stands then
     */
    @DeleteOperation
    public Mono<WebEndpointResponse<Map<String, Object>>> fill(@Selector String bucket, String caller) {
        return withCaller(bucket, caller, false, at -> {
            Standing standing = at.standing();
            if (standing.policy().isEmpty()) {
                return read(at, Optional.of(caller));
            }
            return buckets.fill(standing.bucket(), standing.policy().get())
                    .flatMap(filled -> filled
                            ? overrides
                                    .filled(standing.bucket())
                                    .onErrorComplete()
                                    .then(read(at, Optional.of(caller)))
                            : Mono.just(unavailable()));
        });
    }

    /**
     * Takes back what was said of one caller.
     *
     * @param bucket what the first document calls the filter's buckets
     * @param part what to take back: {@code override}
     * @param caller the caller, by name or hash
     * @return where the caller stands then; 404 if nothing was said
     */
    @DeleteOperation
    public Mono<WebEndpointResponse<Map<String, Object>>> end(
            @Selector String bucket, @Selector String part, String caller) {
        if (!part.equals(OVERRIDE)) {
            return Mono.just(notFound());
        }
        return withCaller(
                bucket,
                caller,
                false,
                at -> overrides
                        .remove(at.caller())
                        .flatMap(removed -> removed ? read(at, Optional.of(caller)) : Mono.just(notFound()))
                        .onErrorReturn(unavailable()));
    }

    /**
     * Says what is to hold for one caller for a while: a plan of the filter by name, limits, nothing at all, or a block.
     *
     * @param bucket what the first document calls the filter's buckets
     * @param caller the caller, by name or hash
     * @param duration for how long, such as {@code 30m} or {@code PT2H}
     * @param plan the name of a plan, {@code unlimited} or {@code blocked}; or else
     * @param capacity the tokens that the bucket holds, and
     * @param refillRate how fast they drip in; or else
     * @param limits several limits
     * @return where the caller stands then
     */
    @WriteOperation
    public Mono<WebEndpointResponse<Map<String, Object>>> override(
            @Selector String bucket,
            String caller,
            String duration,
            @Nullable String plan,
            @Nullable Long capacity,
            @Nullable String refillRate,
            @Nullable List<?> limits) {
        Map<String, Object> written = new LinkedHashMap<>();
        put(written, "plan", plan);
        put(written, "capacity", capacity);
        put(written, "refillRate", refillRate);
        put(written, "limits", limits);
        return withCaller(bucket, caller, true, at -> {
            Duration lasts = duration(duration);
            Plan held = at.filter().plan(written);
            return overrides
                    .put(at.caller(), at.filter().description().bucket(), held, lasts)
                    .flatMap(done -> done ? read(at, Optional.empty()) : Mono.just(tooMany()))
                    .onErrorReturn(unavailable());
        });
    }

    private static void put(Map<String, Object> written, String name, @Nullable Object value) {
        if (value != null) {
            written.put(name, value);
        }
    }

    private static Duration duration(String text) {
        if (text.strip().matches("\\d+")) {
            throw new IllegalArgumentException("duration is " + text + ": write its unit too, such as 30m or 2h");
        }
        Duration duration = DurationStyle.detectAndParse(text.strip());
        if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("duration is " + text + ": write 1s to 365d");
        }
        return duration;
    }

    private Mono<WebEndpointResponse<Map<String, Object>>> read(At at, Optional<String> name) {
        Standing standing = at.standing();
        Mono<Optional<Decision>> look = standing.policy().isEmpty()
                ? Mono.just(Optional.empty())
                : buckets.look(standing.bucket(), standing.policy().get()).map(Optional::of);
        return look.map(decision -> decision.isPresent() && !decision.get().isKnown()
                ? unavailable()
                : new WebEndpointResponse<>(
                        view.caller(at.filter().description().bucket(), name, at.caller(), standing, decision)));
    }

    private Mono<WebEndpointResponse<Map<String, Object>>> withCaller(
            String bucket,
            String caller,
            boolean secret,
            Function<At, Mono<WebEndpointResponse<Map<String, Object>>>> use) {
        return filters.find(bucket)
                .flatMap(filter -> use.apply(at(filter, caller.strip(), secret)))
                .onErrorResume(IllegalArgumentException.class, refused -> Mono.just(badRequest(refused)))
                .defaultIfEmpty(notFound());
    }

    private static At at(PlacedFilter filter, String caller, boolean secret) {
        String hash = caller.startsWith(HASH) ? caller.substring(HASH.length()) : caller;
        if (BucketIds.isId(hash)) {
            return new At(filter, new BucketId(hash), Optional.empty());
        }
        Identity identity =
                filter.caller(CallerName.of(caller, filter.description().key(), secret));
        return new At(filter, filter.bucket(identity), Optional.of(identity));
    }

    private static WebEndpointResponse<Map<String, Object>> notFound() {
        return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }

    /** In a body of ours: the application's own shows no message unless it is told to. */
    private static WebEndpointResponse<Map<String, Object>> badRequest(IllegalArgumentException refused) {
        return new WebEndpointResponse<>(
                Map.of("error", String.valueOf(refused.getMessage())), WebEndpointResponse.STATUS_BAD_REQUEST);
    }

    private static WebEndpointResponse<Map<String, Object>> unavailable() {
        return new WebEndpointResponse<>(
                Map.of("error", "the store does not answer"), WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
    }

    private static WebEndpointResponse<Map<String, Object>> tooMany() {
        return new WebEndpointResponse<>(
                Map.of("error", "there are too many overrides: take some back, or change the plans"),
                WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
    }

    /** A caller at a filter. */
    private record At(PlacedFilter filter, BucketId caller, Optional<Identity> identity) {

        Standing standing() {
            return filter.standing(caller, identity);
        }
    }
}
