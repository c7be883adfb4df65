package io.github.sluice.gateway;

import io.github.sluice.gateway.address.AddressRanges;
import io.github.sluice.gateway.address.ClientAddresses;
import io.github.sluice.gateway.cost.ForwardedPath;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.pattern.PathPattern;

/**
 * The requests that are not limited: those from one of the addresses, and those with one of the methods, and those to one
 * of the paths. A path is exempt only if it matches as it is written and as a server may read it.
 *
 * <p>Not part of the API.
 */
public final class Exemptions {

    private final ClientAddresses addresses;
    private final AddressRanges ips;
    private final List<HttpMethod> methods;
    private final List<PathPattern> paths;

    /**
     * Exempt is what meets one of these.
     *
     * @param addresses finds the address of a client
     * @param ips the addresses
     * @param methods the methods
     * @param paths patterns of the paths
     */
    public Exemptions(ClientAddresses addresses, AddressRanges ips, List<HttpMethod> methods, List<PathPattern> paths) {
        this.addresses = addresses;
        this.ips = ips;
        this.methods = List.copyOf(methods);
        this.paths = List.copyOf(paths);
    }

    /**
     * Reads a method.
     *
     * @param text the name of the method, in whatever case
     * @return the method
     * @throws IllegalArgumentException if no method may be called so; the message says what to write instead
     */
    public static HttpMethod method(String text) {
        if (!text.matches("[A-Za-z][A-Za-z-]*")) {
            throw new IllegalArgumentException("write the name of an HTTP method, such as OPTIONS");
        }
        return HttpMethod.valueOf(text.toUpperCase(Locale.ROOT));
    }

    /**
     * Whether a request is exempt.
     *
     * @param exchange the request, its path as it stands
     * @return true if it is not to be limited
     */
    public boolean contain(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        return methods.contains(request.getMethod())
                || (!paths.isEmpty() && ForwardedPath.matchesBothWays(request.getPath(), paths))
                || (!ips.isEmpty() && isExempt(addresses.find(request)));
    }

    private boolean isExempt(Optional<InetAddress> client) {
        return client.isPresent() && ips.contains(client.get());
    }
}
