package io.github.sluice.gateway.key;

import io.github.sluice.bucket.BucketId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes the ids of buckets: the first 128 bits of HMAC-SHA-256 (RFC 2104) under the secret, or of SHA-256 without one,
 * over where the bucket belongs and whose it is, in base64url. Each part goes in with its length, so that route {@code a}
 * and caller {@code b.c} are not route {@code a.b} and caller {@code c}; and as the rest is a hash, an id is bounded, holds
 * no brace and shows no caller.
 *
 * <p>Not part of the API.
 */
public final class BucketIds {

    private static final int BYTES = 16;
    private static final String HMAC = "HmacSHA256";

    private final Optional<SecretKeySpec> secret;

    /**
     * Ids under a secret.
     *
     * @param secret the secret; empty: plain SHA-256, by which a caller's id can be found by trying
     */
    public BucketIds(Optional<String> secret) {
        this.secret = secret.map(text -> new SecretKeySpec(text.getBytes(StandardCharsets.UTF_8), HMAC));
    }

    /**
     * The ids of one filter's buckets.
     *
     * @param names what the buckets belong to, such as a route and a filter
     * @return a function from a caller to the id of the caller's bucket, safe for use by several threads
     */
    public Namespace namespace(String... names) {
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            text.append(name.length()).append(':').append(name);
        }
        return new Namespace(text.append('/').toString());
    }

    /** The buckets of one filter. */
    public final class Namespace {

        private final String names;

        private Namespace(String names) {
            this.names = names;
        }

        /**
         * The id of a caller's bucket.
         *
         * @param caller who pays
         * @return the id, 22 characters
         */
        public BucketId bucket(Identity caller) {
            byte[] hash = hash((names + caller.text()).getBytes(StandardCharsets.UTF_8));
            return new BucketId(Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, BYTES)));
        }
    }

    private byte[] hash(byte[] text) {
        try {
            if (secret.isEmpty()) {
                return MessageDigest.getInstance("SHA-256").digest(text);
            }
            Mac mac = Mac.getInstance(HMAC);
            mac.init(secret.get());
            return mac.doFinal(text);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
