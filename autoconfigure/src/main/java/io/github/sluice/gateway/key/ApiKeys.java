package io.github.sluice.gateway.key;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.StringUtils;
import reactor.core.publisher.Mono;

/**
 * Finds the API key of a request, and whose it is: the first of the configured headers, then of the configured query
 * parameters, that is not blank. Once clients are registered, a key that is not theirs is none, so that inventing keys
 * buys no fresh buckets.
 *
 * <p>Not part of the API.
 */
public final class ApiKeys {

    private static final Duration REMEMBERED = Duration.ofSeconds(5);
    private static final int MOST_REMEMBERED = 10_000;
    private static final Mono<Optional<ApiKeyClient>> NOBODY = Mono.just(Optional.empty());

    private final List<String> headers;
    private final List<String> queryParameters;
    private final @Nullable ApiKeyClients clients;
    // Empty also where they cannot be listed.
    private final Map<String, ApiKeyClient> listed;

    private ApiKeys(
            List<String> headers,
            List<String> queryParameters,
            @Nullable ApiKeyClients clients,
            Collection<ApiKeyClient> listed) {
        this.headers = List.copyOf(headers);
        this.queryParameters = List.copyOf(queryParameters);
        this.clients = clients;
        this.listed = listed.stream()
                .collect(Collectors.toUnmodifiableMap(ApiKeyClient::id, client -> client, (one, same) -> one));
    }

    /**
     * Keys of nobody in particular: each is an identity.
     *
     * @param headers the headers that hold a key
     * @param queryParameters the query parameters that hold one, after the headers
     * @return the keys
     */
    public static ApiKeys unregistered(List<String> headers, List<String> queryParameters) {
        return new ApiKeys(headers, queryParameters, null, List.of());
    }

    /**
     * Keys of a list of clients.
     *
     * @param headers the headers that hold a key
     * @param queryParameters the query parameters that hold one, after the headers
     * @param clientsBySha256 each client under the SHA-256 of a key, in hexadecimal digits in lower case
     * @return the keys
     */
    public static ApiKeys registered(
            List<String> headers, List<String> queryParameters, Map<String, ApiKeyClient> clientsBySha256) {
        Map<String, ApiKeyClient> clients = Map.copyOf(clientsBySha256);
        return new ApiKeys(headers, queryParameters, sha256 -> Mono.justOrEmpty(clients.get(sha256)), clients.values());
    }

    /**
     * Keys of clients that somebody else knows; what was found is remembered for a short time.
     *
     * @param headers the headers that hold a key
     * @param queryParameters the query parameters that hold one, after the headers
     * @param clients knows them
     * @return the keys
     */
    public static ApiKeys registered(List<String> headers, List<String> queryParameters, ApiKeyClients clients) {
        AsyncCache<String, Optional<ApiKeyClient>> known = Caffeine.newBuilder()
                .expireAfterWrite(REMEMBERED)
                .maximumSize(MOST_REMEMBERED)
                .executor(Runnable::run)
                .buildAsync();
        return new ApiKeys(
                headers,
                queryParameters,
                // Not to be cancelled by the one request that asked first: others wait for the same answer.
                sha256 -> Mono.fromFuture(
                                known.get(
                                        sha256,
                                        (key, executor) -> clients.find(key)
                                                .singleOptional()
                                                .toFuture()),
                                true)
                        .mapNotNull(client -> client.orElse(null)),
                List.of());
    }

    /**
     * Whether keys belong to clients.
     *
     * @return false if each key is an identity
     */
    public boolean areRegistered() {
        return clients != null;
    }

    /**
     * Finds whose key a request brings.
     *
     * @param request the request
     * @return never empty; an empty {@link Optional} if it brings none, or one that is nobody's
     */
    public Mono<Optional<ApiKeyClient>> client(ServerHttpRequest request) {
        Optional<String> key = presented(request);
        return clients == null || key.isEmpty()
                ? NOBODY
                : clients.find(sha256(key.get())).singleOptional();
    }

    /**
     * The plan of a client whom an identity is, if clients can be listed.
     *
     * @param caller the identity
     * @return the name of the plan; empty if there is none, or nobody knows without a request
     */
    public Optional<String> plan(Identity caller) {
        return listed.values().stream()
                .filter(client -> Identity.of(IdentityKind.CLIENT, client.id()).equals(caller))
                .findFirst()
                .map(ApiKeyClient::plan);
    }

    /** Whom an operator means: a client by its id; where keys are nobody's in particular a key, which is a secret. */
    Optional<Identity> named(String text, boolean mayBeSecret) {
        if (clients == null) {
            return mayBeSecret ? Optional.of(Identity.of(IdentityKind.API_KEY, text)) : Optional.empty();
        }
        return listed.isEmpty() || listed.containsKey(text)
                ? Optional.of(Identity.of(IdentityKind.CLIENT, text))
                : Optional.empty();
    }

    Mono<Optional<Identity>> identity(ServerHttpRequest request) {
        return clients == null
                ? Mono.just(presented(request).map(key -> Identity.of(IdentityKind.API_KEY, key)))
                : client(request).map(client -> client.map(known -> Identity.of(IdentityKind.CLIENT, known.id())));
    }

    private Optional<String> presented(ServerHttpRequest request) {
        for (String header : headers) {
            @Nullable String value = request.getHeaders().getFirst(header);
            if (StringUtils.hasText(value)) {
                return Optional.of(value.strip());
            }
        }
        for (String parameter : queryParameters) {
            @Nullable String value = request.getQueryParams().getFirst(parameter);
            if (StringUtils.hasText(value)) {
                return Optional.of(value.strip());
            }
        }
        return Optional.empty();
    }

    private static String sha256(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
