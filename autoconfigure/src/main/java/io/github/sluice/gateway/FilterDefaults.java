package io.github.sluice.gateway;

import io.github.sluice.gateway.address.ClientAddresses;
import io.github.sluice.gateway.key.BucketIds;
import io.github.sluice.gateway.key.KeyWords;
import io.github.sluice.gateway.plan.Plan;
import io.github.sluice.gateway.response.HeaderStyle;
import io.github.sluice.store.StoreFailureMode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What the properties say for all filters.
 *
 * <p>Not part of the API.
 *
 * @param enabled false: filters let everything pass
 * @param dropsRoutesWithMistakes whether the gateway is told to go on without routes that cannot be built
 * @param mode the mode of a filter that names none
 * @param plans the plans of a filter that names none
 * @param keyWords reads {@code key}
 * @param addresses finds the address of a client
 * @param outerLimitNames the names of limits that come before all routes
 * @param bucketIds makes the ids of buckets
 * @param headers the headers of a filter that names none
 * @param onStoreFailure the mode of a filter that names none
 */
public record FilterDefaults(
        boolean enabled,
        boolean dropsRoutesWithMistakes,
        Mode mode,
        Map<String, Plan> plans,
        KeyWords keyWords,
        ClientAddresses addresses,
        Set<String> outerLimitNames,
        BucketIds bucketIds,
        Set<HeaderStyle> headers,
        StoreFailureMode onStoreFailure) {

    public FilterDefaults {
        plans = Collections.unmodifiableMap(new LinkedHashMap<>(plans));
        outerLimitNames = Set.copyOf(outerLimitNames);
        headers = Set.copyOf(headers);
    }
}
