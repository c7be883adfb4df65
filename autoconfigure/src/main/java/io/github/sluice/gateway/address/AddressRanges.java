package io.github.sluice.gateway.address;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * A set of addresses.
 *
 * <p>Not part of the API.
 */
public final class AddressRanges {

    private final List<AddressRange> ranges;

    /**
     * All addresses of these ranges.
     *
     * @param ranges the ranges; none: no address
     */
    public AddressRanges(List<AddressRange> ranges) {
        this.ranges = List.copyOf(ranges);
    }

    /**
     * Whether there is none.
     *
     * @return true if no address is in it
     */
    public boolean isEmpty() {
        return ranges.isEmpty();
    }

    /**
     * Whether an address is in one of the ranges.
     *
     * @param address the address, an IPv4 one not in IPv6 form
     * @return true if it is
     */
    public boolean contains(InetAddress address) {
        if (ranges.isEmpty()) {
            return false;
        }
        InetSocketAddress socket = new InetSocketAddress(address, 0);
        for (AddressRange range : ranges) {
            if (range.contains(socket)) {
                return true;
            }
        }
        return false;
    }
}
