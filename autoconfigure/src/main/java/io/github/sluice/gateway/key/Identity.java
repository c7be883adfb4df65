package io.github.sluice.gateway.key;

/**
 * Who pays for a request, in a form that no two callers share: the kind of identity stands before each part, and its
 * length before its text. In clear: it is hashed before it leaves this process.
 *
 * @param text the parts, one after the other
 */
public record Identity(String text) {

    /** All callers together. */
    public static final Identity EVERYONE = new Identity("everyone");

    /** All callers together who have no key. */
    public static final Identity ANONYMOUS = new Identity("anonymous");

    /**
     * An identity of one part.
     *
     * @param kind what the value is, such as {@code ip}
     * @param value the value
     * @return the identity
     */
    public static Identity of(String kind, String value) {
        return new Identity(kind + '=' + value.length() + ':' + value);
    }

    Identity and(Identity other) {
        return new Identity(text + '+' + other.text);
    }

    /** Shows no caller in clear. */
    @Override
    public String toString() {
        return "Identity[...]";
    }
}
