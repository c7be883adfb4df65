package io.github.sluice.sample;

import java.net.InetSocketAddress;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import reactor.netty.http.server.HttpServerRequest;

/** Tells the callers on this machine from the others. */
final class Loopback {

    private Loopback() {}

    /**
     * Asks the connection and not {@code getRemoteAddress()}: that is what a forwarding header says, once
     * {@code server.forward-headers-strategy} is set, and anyone can send one.
     */
    static boolean isPeerOf(ServerHttpRequest request) {
        HttpServerRequest connection = ServerHttpRequestDecorator.getNativeRequest(request);
        return connection.connectionRemoteAddress() instanceof InetSocketAddress peer
                && peer.getAddress() != null
                && peer.getAddress().isLoopbackAddress();
    }
}
