package io.github.sluice.gateway.edge;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.gateway.FilterDescription;
import io.github.sluice.gateway.PlacedFilter;
import io.github.sluice.gateway.Standing;
import io.github.sluice.gateway.key.CallerName;
import io.github.sluice.gateway.key.Identity;
import io.github.sluice.gateway.plan.Plan;
import io.github.sluice.store.StoreFailureMode;
import java.util.Map;
import java.util.Optional;

/**
 * The edge, as an operator sees it: it knows no plans, and nothing is said of single callers there.
 *
 * <p>Not part of the API.
 *
 * @param settings what it limits
 * @param onStoreFailure what it does when the store cannot decide
 */
public record PlacedEdge(EdgeSettings settings, StoreFailureMode onStoreFailure) implements PlacedFilter {

    private static final String KEY = "ip";

    @Override
    public FilterDescription description() {
        return new FilterDescription(
                EdgeFilter.NAME,
                EdgeFilter.NAME,
                EdgeFilter.NAME,
                KEY,
                "1",
                0,
                false,
                settings.policy().limits(),
                Map.of(),
                settings.mode(),
                onStoreFailure);
    }

    @Override
    public Identity caller(CallerName name) {
        return name.among(settings.key(), KEY, false);
    }

    @Override
    public BucketId bucket(Identity caller) {
        return settings.buckets().bucket(caller);
    }

    @Override
    public Standing standing(BucketId caller, Optional<Identity> identity) {
        return new Standing(caller, Optional.of(settings.policy()), Optional.empty(), Optional.empty());
    }

    @Override
    public Plan plan(Map<String, ?> written) {
        throw new IllegalArgumentException(
                "the edge obeys its own limits for all: write an override at a filter of a route");
    }
}
