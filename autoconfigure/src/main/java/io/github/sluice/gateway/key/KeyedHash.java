package io.github.sluice.gateway.key;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HMAC-SHA-256 (RFC 2104) under a secret, or SHA-256, of texts that begin alike. The beginning is taken in once, and each
 * text goes on with a copy, which spares the look-up of the algorithm too; where the security provider's cannot be copied,
 * each text begins anew. Safe for use by several threads.
 */
sealed interface KeyedHash {

    /** The hash of the beginning and a text, 32 bytes. */
    byte[] of(String text);

    /** A hash of texts that begin with this one's beginning and another text. */
    KeyedHash after(String text);

    static KeyedHash plain() {
        return Plain.beginning("");
    }

    static KeyedHash hmac(String secret) {
        return Hmac.beginning(new SecretKeySpec(utf8(secret), "HmacSHA256"), "");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Without a secret. */
    record Plain(MessageDigest begun, String beginning) implements KeyedHash {

        static Plain beginning(String text) {
            try {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                digest.update(utf8(text));
                return new Plain(digest, text);
            } catch (GeneralSecurityException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public byte[] of(String text) {
            return copy().digest(utf8(text));
        }

        @Override
        public KeyedHash after(String text) {
            return beginning(beginning + text);
        }

        private MessageDigest copy() {
            try {
                return (MessageDigest) begun.clone();
            } catch (CloneNotSupportedException provider) {
                return beginning(beginning).begun;
            }
        }
    }

    /** Under a secret. */
    record Hmac(SecretKeySpec key, Mac begun, String beginning) implements KeyedHash {

        static Hmac beginning(SecretKeySpec key, String text) {
            try {
                Mac mac = Mac.getInstance(key.getAlgorithm());
                mac.init(key);
                mac.update(utf8(text));
                return new Hmac(key, mac, text);
            } catch (GeneralSecurityException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public byte[] of(String text) {
            return copy().doFinal(utf8(text));
        }

        @Override
        public KeyedHash after(String text) {
            return beginning(key, beginning + text);
        }

        private Mac copy() {
            try {
                return (Mac) begun.clone();
            } catch (CloneNotSupportedException provider) {
                return beginning(key, beginning).begun;
            }
        }
    }
}
