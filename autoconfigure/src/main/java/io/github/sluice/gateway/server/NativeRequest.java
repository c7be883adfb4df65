package io.github.sluice.gateway.server;

import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;

/**
 * The request of the server under all that filters have wrapped around it.
 *
 * <p>Not part of the API.
 */
public final class NativeRequest {

    private NativeRequest() {}

    /**
     * Finds it.
     *
     * @param request the request of an exchange
     * @param type what it should be
     * @param <T> what it should be
     * @return null if the server's request is of another type
     */
    public static <T> @Nullable T find(ServerHttpRequest request, Class<T> type) {
        ServerHttpRequest bare = request;
        while (bare instanceof ServerHttpRequestDecorator decorator) {
            bare = decorator.getDelegate();
        }
        if (!(bare instanceof AbstractServerHttpRequest)) {
            return null;
        }
        try {
            Object found = ServerHttpRequestDecorator.getNativeRequest(bare);
            return type.isInstance(found) ? type.cast(found) : null;
        } catch (IllegalStateException noServer) {
            return null;
        }
    }
}
