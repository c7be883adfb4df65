package io.github.sluice.gateway.key;

import io.github.sluice.gateway.server.NativeRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

/**
 * {@code ip}: the peer of the connection itself. What forwarding headers made of the request's remote address is not
 * looked at, for the client may have chosen it. An IPv6 address counts by its network, since whoever has one address of a
 * /64 has them all; a peer without an address (a Unix socket) has no key.
 */
record ClientAddressKey(int ipv6Prefix) implements CallerKey {

    @Override
    public Mono<Optional<Identity>> resolve(ServerWebExchange exchange) {
        @Nullable InetAddress address = peer(exchange.getRequest());
        return Mono.just(
                address == null ? Optional.empty() : Optional.of(Identity.of(IdentityKind.ADDRESS, text(address))));
    }

    private static @Nullable InetAddress peer(ServerHttpRequest request) {
        @Nullable HttpServerRequest netty = NativeRequest.find(request, HttpServerRequest.class);
        @Nullable SocketAddress remote = netty == null ? request.getRemoteAddress() : netty.connectionRemoteAddress();
        return remote instanceof InetSocketAddress inet ? inet.getAddress() : null;
    }

    String text(InetAddress address) {
        return address instanceof Inet6Address ? network(address.getAddress()) : address.getHostAddress();
    }

    private String network(byte[] bytes) {
        for (int bit = ipv6Prefix; bit < Byte.SIZE * bytes.length; bit++) {
            bytes[bit / Byte.SIZE] &= (byte) ~(0x80 >> (bit % Byte.SIZE));
        }
        try {
            return InetAddress.getByAddress(bytes).getHostAddress() + '/' + ipv6Prefix;
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
