package io.github.sluice.gateway.key;

/** The names that a header field may have: the tokens of RFC 9110, section 5.6.2. Not part of the API. */
public final class HeaderNames {

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

    private HeaderNames() {}

    /**
     * Reads the name of a header.
     *
     * @param text the name
     * @return the same
     * @throws IllegalArgumentException if no header may be called so; the message says what to write instead
     */
    public static String parse(String text) {
        if (!text.matches(TOKEN)) {
            throw new IllegalArgumentException("write the name of a header, such as X-API-Key");
        }
        return text;
    }
}
