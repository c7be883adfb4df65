package io.github.sluice.gateway.key;

import org.jspecify.annotations.Nullable;

/**
 * Whose an API key is.
 *
 * @param id names the client, who may have several keys; all of them share the client's buckets
 * @param plan the plan that the client is on; null if none
 */
public record ApiKeyClient(String id, @Nullable String plan) {

    public ApiKeyClient {
        if (id.isBlank()) {
            throw new IllegalArgumentException("the id of an API key's client is not blank");
        }
    }
}
