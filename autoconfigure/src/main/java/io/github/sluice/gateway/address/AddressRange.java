package io.github.sluice.gateway.address;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * The addresses that share their leading bits, as a user writes them: {@code 10.0.0.0/8}, {@code 2001:db8::/32}, or one
 * address alone. Bits behind the prefix are not looked at.
 *
 * <p>Not part of the API.
 */
public final class AddressRange {

    private static final String ALLOWED = "write an address range such as 10.0.0.0/8 or 2001:db8::/32, or one address "
            + "such as 192.0.2.1; names are not resolved";
    private static final int IPV4_BITS = 32;
    private static final int IPV6_BITS = 128;

    private final String text;
    private final IpSubnetFilterRule rule;

    private AddressRange(String text, IpSubnetFilterRule rule) {
        this.text = text;
        this.rule = rule;
    }

    /**
     * Reads a range. One of IPv4 addresses in IPv6 form ({@code ::ffff:10.0.0.0/104}) is the range of IPv4 addresses.
     *
     * @param text the range in CIDR notation (RFC 4632; RFC 4291, section 2.3), or an address
     * @return the range
     * @throws IllegalArgumentException if it is neither; the message says what to write instead
     */
    public static AddressRange parse(String text) {
        String stripped = text.strip();
        int slash = stripped.indexOf('/');
        String literal = slash < 0 ? stripped : stripped.substring(0, slash);
        InetAddress network = AddressLiteral.parse(literal).orElseThrow(() -> new IllegalArgumentException(ALLOWED));
        int most = network instanceof Inet4Address ? IPV4_BITS : IPV6_BITS;
        // A prefix of an IPv4 address in IPv6 form counts the bits in front of it.
        int offset = network instanceof Inet4Address && literal.indexOf(':') >= 0 ? IPV6_BITS - IPV4_BITS : 0;
        int prefix = slash < 0 ? most : prefix(stripped.substring(slash + 1), offset, offset + most) - offset;
        return new AddressRange(stripped, new IpSubnetFilterRule(network, prefix, IpFilterRuleType.ACCEPT));
    }

    private static int prefix(String text, int least, int most) {
        if (text.matches("[0-9]{1,3}")) {
            int bits = Integer.parseInt(text);
            if (bits >= least && bits <= most) {
                return bits;
            }
        }
        throw new IllegalArgumentException(ALLOWED + "; its prefix is " + least + " to " + most + " bits");
    }

    boolean contains(InetSocketAddress address) {
        return rule.matches(address);
    }

    @Override
    public String toString() {
        return text;
    }
}
