package io.github.sluice.gateway.key;

import io.github.sluice.gateway.address.ClientAddresses;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * {@code ip}: the address of the client. An IPv6 address counts by its network, since whoever has one address of a /64 has
 * them all; a peer without an address (a Unix socket) has no key.
 *
 * <p>Not part of the API.
 *
 * @param addresses finds the address
 * @param ipv6Prefix the bits of an IPv6 address that make up an identity, 1 to 128
 */
public record ClientAddressKey(ClientAddresses addresses, int ipv6Prefix) implements CallerKey {

    @Override
    public Mono<Optional<Identity>> resolve(ServerWebExchange exchange) {
        return Mono.just(addresses.find(exchange.getRequest()).map(this::identity));
    }

    @Override
    public List<Identity> named(CallerName name) {
        return name
                .forWord("ip")
                .map(text -> text.endsWith("/" + ipv6Prefix) ? text.substring(0, text.lastIndexOf('/')) : text)
                .flatMap(ClientAddresses::parse)
                .map(this::identity)
                .stream()
                .toList();
    }

    private Identity identity(InetAddress address) {
        return Identity.of(IdentityKind.ADDRESS, text(address));
    }

    private String text(InetAddress address) {
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
