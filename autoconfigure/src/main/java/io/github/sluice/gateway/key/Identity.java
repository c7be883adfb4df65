package io.github.sluice.gateway.key;

import java.util.EnumSet;
import java.util.Set;

/**
 * Who pays for a request, in a form that no two callers share: the kind of identity stands before each part, and its
 * length before its text. In clear: it is hashed before it leaves this process.
 *
 * @param text the parts, one after the other
 * @param kinds what the parts are; empty if the caller is nobody in particular
 */
public record Identity(String text, Set<IdentityKind> kinds) {

    /** All callers together. */
    public static final Identity EVERYONE = new Identity("everyone", Set.of());

    /** All callers together who have no key. */
    public static final Identity ANONYMOUS = new Identity("anonymous", Set.of());

    /**
     * An identity of one part.
     *
     * @param kind what the value is
     * @param value the value
     * @return the identity
     */
    public static Identity of(IdentityKind kind, String value) {
        return of(kind, kind.text(), value);
    }

    static Identity of(IdentityKind kind, String label, String value) {
        return new Identity(label + '=' + value.length() + ':' + value, Set.of(kind));
    }

    Identity and(Identity other) {
        EnumSet<IdentityKind> both = EnumSet.noneOf(IdentityKind.class);
        both.addAll(kinds);
        both.addAll(other.kinds);
        return new Identity(text + '+' + other.text, both);
    }

    /** Shows no caller in clear. */
    @Override
    public String toString() {
        return "Identity[...]";
    }
}
