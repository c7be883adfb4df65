package io.github.sluice.gateway;

import io.github.sluice.bucket.Policy;
import io.github.sluice.gateway.cost.CostResolver;
import io.github.sluice.gateway.key.CallerKey;
import io.github.sluice.gateway.response.HeaderStyle;
import io.github.sluice.store.StoreFailureMode;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpStatusCode;

/** The arguments of one filter, read and checked. */
record FilterSettings(
        Optional<String> name,
        Policy policy,
        CallerKey key,
        String keyText,
        CostResolver cost,
        MissingKeyMode onMissingKey,
        HttpStatusCode missingKeyStatus,
        StoreFailureMode onStoreFailure,
        Set<HeaderStyle> headers,
        HttpStatusCode status) {}
