package io.github.sluice.gateway;

import io.github.sluice.bucket.Limit;
import io.github.sluice.gateway.plan.Plan;
import io.github.sluice.store.StoreFailureMode;
import java.util.List;
import java.util.Map;

/**
 * What a filter does, as it is configured.
 *
 * @param bucket names its buckets, one segment of a path
 * @param route the id of its route
 * @param filter its name, or its ordinal among the route's TokenBucket filters
 * @param key who shares a bucket, as it is written
 * @param cost the tokens that a request takes, as it is written
 * @param costs how many rules set other costs
 * @param settles whether the cost is an estimate
 * @param limits the limits of a caller who is on no plan; empty if such a caller has no key
 * @param plans the plans that it obeys
 * @param mode whether denials are carried out
 * @param onStoreFailure what it does when the store cannot decide
 */
public record FilterDescription(
        String bucket,
        String route,
        String filter,
        String key,
        String cost,
        int costs,
        boolean settles,
        List<Limit> limits,
        Map<String, Plan> plans,
        Mode mode,
        StoreFailureMode onStoreFailure) {}
