package io.github.sluice.gateway.address;

import io.netty.util.NetUtil;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads IP addresses as they are written, and nothing else: no name is resolved, and no form is taken that somebody else
 * reads as another address, such as {@code 127.1} or {@code 010.0.0.1} (octal to inet_aton). An IPv4 address in IPv6 form
 * ({@code ::ffff:192.0.2.1}) is the IPv4 address; a zone is dropped.
 */
final class AddressLiteral {

    private static final int LONGEST_PORT = 5;

    private AddressLiteral() {}

    /** The address that a text is, with nothing around it. */
    static Optional<InetAddress> parse(String text) {
        return text.indexOf(':') < 0 ? ipv4(text) : ipv6(text);
    }

    /**
     * The address of a hop: with a port or without, IPv6 in brackets or bare, with a zone or without. A port may be
     * obfuscated ({@code _name}; RFC 7239, section 6).
     */
    static Optional<InetAddress> parseNode(String text) {
        if (text.startsWith("[")) {
            int close = text.indexOf(']');
            return close > 0 && isPort(text, close + 1) ? zoned(text.substring(1, close)) : Optional.empty();
        }
        int colon = text.indexOf(':');
        if (colon < 0) {
            return ipv4(text);
        }
        if (text.indexOf(':', colon + 1) < 0) {
            return isPort(text, colon) ? ipv4(text.substring(0, colon)) : Optional.empty();
        }
        return zoned(text);
    }

    /** The same address as {@link #parse} would make it. */
    static InetAddress normalized(InetAddress address) {
        return address instanceof Inet6Address ? of(address.getAddress()) : address;
    }

    private static InetAddress of(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Optional<InetAddress> ipv4(String text) {
        return NetUtil.isValidIpV4Address(text) && !hasLeadingZero(text) ? netty(text) : Optional.empty();
    }

    private static boolean hasLeadingZero(String text) {
        for (int i = 0; i < text.length() - 1; i++) {
            if (text.charAt(i) == '0' && text.charAt(i + 1) != '.' && (i == 0 || text.charAt(i - 1) == '.')) {
                return true;
            }
        }
        return false;
    }

    private static Optional<InetAddress> zoned(String text) {
        int percent = text.indexOf('%');
        if (percent < 0) {
            return ipv6(text);
        }
        return isName(text, percent + 1) ? ipv6(text.substring(0, percent)) : Optional.empty();
    }

    private static Optional<InetAddress> ipv6(String text) {
        int tail = text.lastIndexOf(':') + 1;
        if (tail > 0 && text.indexOf('.') >= 0) {
            // Netty takes ::192.0.2.1 for the IPv4 address, and refuses 64:ff9b::192.0.2.1: it gets groups of digits.
            return ipv4(text.substring(tail))
                    .map(InetAddress::getAddress)
                    .flatMap(bytes -> groups(text.substring(0, tail) + hex(bytes, 0) + ':' + hex(bytes, 2)));
        }
        return groups(text);
    }

    private static String hex(byte[] bytes, int at) {
        return Integer.toHexString(Byte.toUnsignedInt(bytes[at]) << Byte.SIZE | Byte.toUnsignedInt(bytes[at + 1]));
    }

    private static Optional<InetAddress> groups(String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character != ':' && !HexFormat.isHexDigit(character)) {
                return Optional.empty();
            }
        }
        return netty(text);
    }

    private static Optional<InetAddress> netty(String text) {
        byte @Nullable [] bytes = NetUtil.createByteArrayFromIpAddressString(text);
        return bytes == null ? Optional.empty() : Optional.of(of(bytes));
    }

    /** Whether nothing follows, or a port. */
    private static boolean isPort(String text, int from) {
        if (from == text.length()) {
            return true;
        }
        if (text.charAt(from) != ':') {
            return false;
        }
        if (text.startsWith("_", from + 1)) {
            return isName(text, from + 2);
        }
        int digits = from + 1;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        return digits == text.length() && digits > from + 1 && digits - from - 1 <= LONGEST_PORT;
    }

    /** Whether what follows is a zone or an obfuscated name: letters, digits, and {@code . _ - ~}, at least one. */
    private static boolean isName(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character > 0x7e || (!Character.isLetterOrDigit(character) && "._-~".indexOf(character) < 0)) {
                return false;
            }
        }
        return from < text.length();
    }
}
