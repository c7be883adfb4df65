package io.github.sluice.gateway.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an operator calls a caller: {@code 192.0.2.1}, {@code acme}, {@code https://issuer|alice}, or with the key word in
 * front, {@code api-key=acme}, where a filter has several.
 *
 * <p>Not part of the API.
 */
public final class CallerName {

    private static final String ANONYMOUS = "anonymous";

    private final String text;
    private final List<String> words;
    private final boolean secret;

    private CallerName(String text, List<String> words, boolean secret) {
        this.text = text;
        this.words = words;
        this.secret = secret;
    }

    /**
     * A name that was written for a filter.
     *
     * @param text the name
     * @param key the filter's key, as it is written there
     * @param secret whether the name may be a secret, since it did not come in a URL
     * @return the name
     */
    public static CallerName of(String text, String key, boolean secret) {
        List<String> words = new ArrayList<>();
        for (String word : key.split("[|+]")) {
            words.add(word.strip());
        }
        return new CallerName(text.strip(), words, secret);
    }

    /**
     * The caller that is called so.
     *
     * @param key the filter's key
     * @param keyText the key as it is written
     * @param anonymous whether there is a caller of that name: all who have no key
     * @return the caller
     * @throws IllegalArgumentException if there is none, or there are several; the message says what to write
     */
    public Identity among(CallerKey key, String keyText, boolean anonymous) {
        List<Identity> callers = anonymous && text.equals(ANONYMOUS) ? List.of(Identity.ANONYMOUS) : key.named(this);
        if (callers.isEmpty()) {
            throw new IllegalArgumentException("no caller is called so where the key is " + keyText
                    + ": write a client's id, iss|sub, an address, a header's value or the hash that the log prints, parts"
                    + " joined by +"
                    + (secret
                            ? ""
                            : "; an API key of nobody in particular is a secret, and has only its hash in a URL"));
        }
        if (callers.size() > 1) {
            throw new IllegalArgumentException("several callers may be called so where the key is " + keyText
                    + ": write the key word in front, such as " + words.get(0) + "=...");
        }
        return callers.get(0);
    }

    /** What it says for a key word; empty if it is for another. */
    Optional<String> forWord(String word) {
        for (String each : words) {
            if (text.startsWith(each + "=")) {
                return each.equals(word) ? Optional.of(text.substring(each.length() + 1)) : Optional.empty();
            }
        }
        return Optional.of(text).filter(name -> !name.isEmpty());
    }

    /** The names of the parts, joined by {@code +}; empty if they are not as many. */
    List<CallerName> parts(int count) {
        String[] parts = text.split("\\+", -1);
        if (parts.length != count) {
            return List.of();
        }
        List<CallerName> names = new ArrayList<>();
        for (String part : parts) {
            names.add(new CallerName(part.strip(), words, secret));
        }
        return names;
    }

    /** Whether it may be a secret. */
    boolean mayBeSecret() {
        return secret;
    }
}
