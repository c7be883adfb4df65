package io.github.sluice.gateway.key;

import io.github.sluice.bucket.BucketId;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

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
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final KeyedHash hash;

    /**
     * Ids under a secret.
     *
     * @param secret the secret; empty: plain SHA-256, by which a caller's id can be found by trying
     */
    public BucketIds(Optional<String> secret) {
        this.hash = secret.isPresent() ? KeyedHash.hmac(secret.get()) : KeyedHash.plain();
    }

    /**
     * Whether a text is an id as they are made here: 128 bits in base64url.
     *
     * @param text the text
     * @return true if it may be one
     */
    public static boolean isId(String text) {
        return text.matches("[A-Za-z0-9_-]{21}[AQgw]");
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
        return new Namespace(hash.after(text.append('/').toString()));
    }

    /** The buckets of one filter. */
    public static final class Namespace {

        private final KeyedHash hash;

        private Namespace(KeyedHash hash) {
            this.hash = hash;
        }

        /**
         * The id of a caller's bucket.
         *
         * @param caller who pays
         * @return the id, 22 characters
         */
        public BucketId bucket(Identity caller) {
            return bucket(caller.text());
        }

        /**
         * The id of a caller's bucket under a plan, where the same caller has a bucket under each.
         *
         * @param caller the id of the caller's bucket under none
         * @param plan the name of the plan
         * @return another id
         */
        public BucketId bucket(BucketId caller, String plan) {
            return bucket("plan=" + plan.length() + ':' + plan + caller.value());
        }

        private BucketId bucket(String text) {
            return new BucketId(BASE64.encodeToString(Arrays.copyOf(hash.of(text), BYTES)));
        }
    }
}
