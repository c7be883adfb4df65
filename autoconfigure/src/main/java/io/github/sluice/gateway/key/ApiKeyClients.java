package io.github.sluice.gateway.key;

import reactor.core.publisher.Mono;

/**
 * Knows whose an API key is. A bean of this type takes the place of {@code sluice.api-key.clients}; for example one over a
 * table of clients:
 *
 * <pre>{@code
 * @Bean
 * ApiKeyClients clients(DatabaseClient db) {
 *     return sha256 -> db.sql("select id, plan from client_key where sha256 = :key").bind("key", sha256)
 *             .map(row -> new ApiKeyClient(row.get("id", String.class), row.get("plan", String.class))).one();
 * }
 * }</pre>
 *
 * <p>An answer, also that a key is nobody's, is remembered for 5 seconds, for 10,000 keys at the most.
 */
@FunctionalInterface
public interface ApiKeyClients {

    /**
     * Finds a client.
     *
     * @param sha256 the SHA-256 of the key in UTF-8, 64 hexadecimal digits in lower case; the key itself is not given away
     * @return the client; empty if the key is nobody's, so that its caller has no key. An error fails the request. May be
     *     emitted on any thread; the call itself comes on an event loop, which must not be blocked.
     */
    Mono<ApiKeyClient> find(String sha256);
}
