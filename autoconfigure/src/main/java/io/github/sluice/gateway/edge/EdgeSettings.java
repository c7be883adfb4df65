package io.github.sluice.gateway.edge;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.gateway.Exemptions;
import io.github.sluice.gateway.Mode;
import io.github.sluice.gateway.key.BucketIds;
import io.github.sluice.gateway.key.CallerKey;
import io.github.sluice.gateway.response.HeaderStyle;
import java.util.List;
import java.util.Set;

/**
 * What the edge limits, and how.
 *
 * <p>Not part of the API.
 *
 * @param mode whether denials are carried out
 * @param key who shares a bucket
 * @param policy the limits of each bucket
 * @param buckets makes the ids of the buckets
 * @param exemptions the requests that it does not limit
 * @param headers the headers that tell callers where they stand
 */
public record EdgeSettings(
        Mode mode,
        CallerKey key,
        Policy policy,
        BucketIds.Namespace buckets,
        Exemptions exemptions,
        Set<HeaderStyle> headers) {

    public EdgeSettings {
        headers = Set.copyOf(headers);
    }

    List<String> limitNames() {
        return policy.limits().stream().map(Limit::name).toList();
    }
}
