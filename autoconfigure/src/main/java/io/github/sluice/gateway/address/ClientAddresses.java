package io.github.sluice.gateway.address;

import io.github.sluice.gateway.server.NativeRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Finds the address of a client: the peer of the connection or, if that is a trusted proxy, the rightmost hop of one
 * forwarding header that is not. Each proxy adds the peer that it saw on the right, so what stands left of an untrusted
 * hop is the client's word. If all are trusted, the leftmost counts; a hop that cannot be read ends the walk at the last
 * good one.
 *
 * <p>Both come from the request that the server received, not from the exchange: neither what
 * {@code server.forward-headers-strategy} made of the remote address nor a filter that adds or strips the header changes
 * who the client is.
 *
 * <p>Not part of the API.
 */
public final class ClientAddresses {

    private final AddressRanges trustedProxies;
    private final ForwardingHeader header;

    /**
     * The addresses of clients behind these proxies.
     *
     * @param trustedProxies the proxies whose word counts; none: no header is looked at
     * @param header the one that they write; the other is ignored, for most proxies pass on the client's
     */
    public ClientAddresses(AddressRanges trustedProxies, ForwardingHeader header) {
        this.trustedProxies = trustedProxies;
        this.header = header;
    }

    /**
     * Reads an address.
     *
     * @param text an address literal
     * @return the address, an IPv4 address never in IPv6 form; empty if it is none
     */
    public static Optional<InetAddress> parse(String text) {
        return AddressLiteral.parse(text);
    }

    /**
     * The address of the client of a request.
     *
     * @param request the request of an exchange
     * @return an IPv4 address never in IPv6 form, no zone; empty if the peer has no address, as at a Unix socket
     */
    public Optional<InetAddress> find(ServerHttpRequest request) {
        @Nullable HttpServerRequest netty = NativeRequest.find(request, HttpServerRequest.class);
        @Nullable SocketAddress remote = netty == null ? request.getRemoteAddress() : netty.connectionRemoteAddress();
        @Nullable InetAddress address = remote instanceof InetSocketAddress inet ? inet.getAddress() : null;
        if (address == null) {
            return Optional.empty();
        }
        InetAddress peer = AddressLiteral.normalized(address);
        if (!trustedProxies.contains(peer)) {
            return Optional.of(peer);
        }
        return Optional.of(walk(
                peer,
                netty == null
                        ? request.getHeaders().getOrEmpty(header.field())
                        : netty.requestHeaders().getAll(header.field())));
    }

    private InetAddress walk(InetAddress peer, List<String> lines) {
        ForwardingHops hops = new ForwardingHops(header, lines);
        InetAddress last = peer;
        for (Optional<InetAddress> hop = hops.next(); hop.isPresent(); hop = hops.next()) {
            last = hop.get();
            if (!trustedProxies.contains(last)) {
                return last;
            }
        }
        return last;
    }
}
