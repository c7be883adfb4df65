package io.github.sluice.gateway.key;

/** What an identity is made of. */
public enum IdentityKind {

    /** An address, or the network of one. */
    ADDRESS("ip"),

    /** An API key that is nobody's in particular. */
    API_KEY("api-key"),

    /** A client who registered the API key. */
    CLIENT("client"),

    /** Issuer and subject of a verified token. */
    SUBJECT("sub"),

    /** The name of the authenticated principal. */
    PRINCIPAL("principal"),

    /** A header. */
    HEADER("header"),

    /** What a resolver of the application found. */
    RESOLVER("resolver");

    private final String text;

    IdentityKind(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
