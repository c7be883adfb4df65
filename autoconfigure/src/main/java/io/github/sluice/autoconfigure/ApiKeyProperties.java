package io.github.sluice.autoconfigure;

import io.github.sluice.gateway.key.ApiKeyClient;
import io.github.sluice.gateway.key.HeaderNames;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where API keys are found in a request, and whose they are.
 *
 * @param headers The headers that hold an API key; the first that is there counts.
 * @param queryParameters The query parameters that hold one, looked at after the headers.
 * @param clients Whose the keys are. Once there is one, only these keys are known. A client has as many entries as keys.
 */
public record ApiKeyProperties(
        @DefaultValue("X-API-Key") List<String> headers,
        @DefaultValue List<String> queryParameters,
        @DefaultValue List<Client> clients) {

    /**
     * A key of a client.
     *
     * @param id Names the client.
     * @param sha256 The SHA-256 of the key, 64 hexadecimal digits.
     * @param plan The plan that the client is on.
     */
    public record Client(
            @Nullable String id,
            @Nullable String sha256,
            @Nullable String plan) {}

    /** Refuses names that no request could have. */
    void check() {
        for (String header : headers) {
            InvalidPropertyException.attempt("sluice.api-key.headers", header, () -> HeaderNames.parse(header));
        }
        if (queryParameters.stream().anyMatch(String::isBlank)) {
            throw new InvalidPropertyException(
                    "sluice.api-key.query-parameters",
                    queryParameters,
                    "Write the names of query parameters, such as key");
        }
        if (headers.isEmpty() && queryParameters.isEmpty()) {
            throw new InvalidPropertyException(
                    "sluice.api-key.headers", "", "Write the header that holds the key, such as X-API-Key");
        }
    }

    Map<String, ApiKeyClient> clientsBySha256() {
        Map<String, ApiKeyClient> bySha256 = new HashMap<>();
        Map<String, ApiKeyClient> byId = new HashMap<>();
        for (int i = 0; i < clients.size(); i++) {
            String property = "sluice.api-key.clients[" + i + "]";
            Client client = clients.get(i);
            ApiKeyClient known = new ApiKeyClient(id(property, client), client.plan());
            ApiKeyClient earlier = byId.putIfAbsent(known.id(), known);
            if (earlier != null && !Objects.equals(earlier.plan(), known.plan())) {
                throw new InvalidPropertyException(
                        property + ".plan",
                        String.valueOf(known.plan()),
                        "Another key of client '" + known.id() + "' is on plan " + earlier.plan()
                                + ": write the same plan for all keys of a client");
            }
            ApiKeyClient other = bySha256.put(sha256(property, client), known);
            if (other != null && !other.id().equals(known.id())) {
                throw new InvalidPropertyException(
                        property + ".id",
                        known.id(),
                        "Client '" + other.id() + "' has the same key: give each client keys of its own");
            }
        }
        return bySha256;
    }

    private static String id(String property, Client client) {
        if (client.id() == null || client.id().isBlank()) {
            throw new InvalidPropertyException(property + ".id", "", "Write a name for the client");
        }
        return client.id();
    }

    private static String sha256(String property, Client client) {
        String digits = client.sha256() == null ? "" : client.sha256().strip().toLowerCase(Locale.ROOT);
        if (!digits.matches("[0-9a-f]{64}")) {
            // What stands there may be the key itself.
            throw new InvalidPropertyException(
                    property + ".sha256",
                    digits.length() + " characters",
                    "Write the SHA-256 of the key as 64 hexadecimal digits: echo -n \"$KEY\" | sha256sum");
        }
        return digits;
    }
}
