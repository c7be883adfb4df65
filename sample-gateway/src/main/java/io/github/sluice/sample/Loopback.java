package io.github.sluice.sample;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import reactor.netty.http.server.HttpServerRequest;

/** Tells the callers on this machine from the others. */
final class Loopback {

    private Loopback() {}

    static boolean isPeerOf(ServerHttpRequest request) {
        return addressOf(request).isPresent();
    }

    /**
     * The address by which a caller on this machine came; empty for others. Asks the connection and not
     * {@code getRemoteAddress()}: that is what a forwarding header says, once {@code server.forward-headers-strategy} is
     * set, and anyone can send one.
     */
    static Optional<InetAddress> addressOf(ServerHttpRequest request) {
        HttpServerRequest connection = ServerHttpRequestDecorator.getNativeRequest(request);
        return connection.connectionRemoteAddress() instanceof InetSocketAddress peer
                ? Optional.ofNullable(peer.getAddress()).filter(InetAddress::isLoopbackAddress)
                : Optional.empty();
    }
}
