package io.github.sluice.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The text of a script, and the name under which Redis caches it. */
record RedisScriptText(String text, String sha1) {

    static RedisScriptText of(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return new RedisScriptText(text, HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static RedisScriptText ofResource(String name) {
        try (InputStream resource = RedisScriptText.class.getResourceAsStream(name)) {
            if (resource == null) {
                throw new IllegalStateException("the script " + name + " is missing from the class path");
            }
            return of(new String(resource.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    ByteBuffer body() {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
