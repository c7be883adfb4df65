package io.github.sluice.gateway;

import io.github.sluice.gateway.key.BucketIds;
import io.github.sluice.gateway.key.KeyWords;
import io.github.sluice.gateway.response.HeaderStyle;
import io.github.sluice.store.StoreFailureMode;
import java.util.Set;

/**
 * What the properties say for all filters.
 *
 * <p>Not part of the API.
 *
 * @param enabled false: filters let everything pass
 * @param keyWords reads {@code key}
 * @param bucketIds makes the ids of buckets
 * @param headers the headers of a filter that names none
 * @param onStoreFailure the mode of a filter that names none
 */
public record FilterDefaults(
        boolean enabled,
        KeyWords keyWords,
        BucketIds bucketIds,
        Set<HeaderStyle> headers,
        StoreFailureMode onStoreFailure) {

    public FilterDefaults {
        headers = Set.copyOf(headers);
    }
}
