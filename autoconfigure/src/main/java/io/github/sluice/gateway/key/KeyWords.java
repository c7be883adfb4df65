package io.github.sluice.gateway.key;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;

/**
 * Reads the argument {@code key}: words joined by {@code +}, which binds tighter, and alternatives by {@code |}. So
 * {@code api-key|ip+header:X-Tenant} is the API key or, without one, address and tenant together.
 *
 * <p>Not part of the API.
 */
public final class KeyWords {

    private static final String ALLOWED = "write ip, api-key, jwt-subject, principal, header:NAME, everyone or "
            + "\"#{@bean}\" of type KeyResolver; + joins parts, | separates alternatives";
    private static final String HEADER = "header:";
    private final ApiKeys apiKeys;
    private final CallerKey clientAddress;
    private final boolean verifiesTokens;

    /**
     * The words, as the properties shape them.
     *
     * @param apiKeys finds API keys
     * @param clientAddress what {@code ip} means
     * @param verifiesTokens whether there is a resource server that puts verified tokens on the exchange
     */
    public KeyWords(ApiKeys apiKeys, CallerKey clientAddress, boolean verifiesTokens) {
        this.apiKeys = apiKeys;
        this.clientAddress = clientAddress;
        this.verifiesTokens = verifiesTokens;
    }

    /**
     * The key that an application's own resolver finds.
     *
     * @param resolver the resolver
     * @return the key
     */
    public CallerKey resolver(KeyResolver resolver) {
        return new ResolverKey(resolver);
    }

    /**
     * The key that a text describes.
     *
     * @param text the argument
     * @return the key
     * @throws IllegalArgumentException if a word is not known, or needs a library that is not there; the message says
     *     what to write or to add
     */
    public CallerKey parse(String text) {
        return combine(
                text, "\\|", alternative -> combine(alternative, "\\+", this::word, AllOfKey::new), FirstOfKey::new);
    }

    private static CallerKey combine(
            String text,
            String separator,
            Function<String, CallerKey> part,
            Function<List<CallerKey>, CallerKey> together) {
        List<CallerKey> parts = new ArrayList<>();
        for (String piece : text.split(separator, -1)) {
            parts.add(part.apply(piece.strip()));
        }
        return parts.size() == 1 ? parts.get(0) : together.apply(List.copyOf(parts));
    }

    private CallerKey word(String word) {
        if (word.startsWith(HEADER) && word.length() > HEADER.length()) {
            return new HeaderKey(HeaderNames.parse(word.substring(HEADER.length())));
        }
        return switch (word) {
            case "ip" -> clientAddress;
            case "api-key" -> new ApiKeyKey(apiKeys);
            case "jwt-subject" -> jwtSubject();
            case "principal" -> new PrincipalKey();
            case EveryoneKey.WORD -> new EveryoneKey();
            default ->
                throw new IllegalArgumentException(
                        word.isEmpty()
                                ? "a part of it is empty; " + ALLOWED
                                : "\"" + word + "\" is no key; " + ALLOWED);
        };
    }

    private CallerKey jwtSubject() {
        if (!verifiesTokens) {
            throw new IllegalArgumentException(
                    "jwt-subject needs the resource server of Spring Security, which verifies the token: add the "
                            + "dependency org.springframework.boot:spring-boot-starter-oauth2-resource-server");
        }
        return new JwtSubjectKey();
    }
}
