package io.github.sluice.gateway.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;

/** What holds for a forwarding header whatever stands in it. */
class ForwardingLawsTests {

    private static final String PEER = "10.0.0.1";

    /** A group of more than four digits, or a leading zero in the IPv4 part. */
    private static final String TAKEN_BY_THE_JDK_ALONE = ".*\\p{XDigit}{5}.*|(.*[:.])?0\\d+\\..*|.*\\.0\\d+";

    private final AddressRanges trusted =
            new AddressRanges(List.of(AddressRange.parse("10.0.0.0/8"), AddressRange.parse("fd00::/8")));

    /** Text that is nearly a forwarding header: its parts in any order. */
    @Provide
    Arbitrary<String> nearlyAHeader() {
        Arbitrary<String> parts = Arbitraries.of(
                "for=",
                "For =",
                "by=",
                "host=",
                "10.0.0.2",
                "10.0.0.3:80",
                "203.0.113.1",
                "1.2.3.4",
                "127.1",
                "010.0.0.1",
                "2001:db8::1",
                "[2001:db8::2]:443",
                "fd00::2",
                "::ffff:10.0.0.4",
                "::1.2.3.4",
                "fe80::1%eth0",
                "unknown",
                "_hidden",
                "\"",
                "\"",
                "\\",
                "\\\"",
                ",",
                ",",
                ", ",
                ";",
                ";",
                " ",
                "\t",
                "%",
                "[",
                "]",
                ":",
                ".",
                "0",
                "f",
                "::");
        Arbitrary<String> anything = Arbitraries.strings().ofMaxLength(5).excludeChars('\r', '\n');
        return Arbitraries.frequencyOf(Tuple.of(12, parts), Tuple.of(1, anything))
                .list()
                .ofMaxSize(25)
                .map(all -> String.join("", all));
    }

    /** Text of digits, colons and dots, most of it no address. */
    @Provide
    Arbitrary<String> nearlyAnAddress() {
        return Arbitraries.of(
                        "0", "1", "9", "25", "255", "a", "F", "db8", "2001", ":", ":", ":", "::", ".", ".", "ffff")
                .list()
                .ofMinSize(1)
                .ofMaxSize(18)
                .map(all -> String.join("", all));
    }

    @Property
    void findsThePeerOrAnAddressThatStandsThere(
            @ForAll ForwardingHeader header, @ForAll @Size(max = 3) List<@From("nearlyAHeader") String> lines) {
        InetAddress found = find(header, lines).orElseThrow();
        if (!found.getHostAddress().equals(PEER)) {
            Set<InetAddress> literals = new HashSet<>();
            lines.forEach(line -> collectLiterals(line, literals));
            lines.forEach(line -> collectLiterals(line.replace("\\", ""), literals));
            assertThat(literals).contains(found);
        }
    }

    @Property
    void findsWhatTheProxySawWhateverTheClientSent(
            @ForAll ForwardingHeader header,
            @ForAll @Size(max = 3) List<@From("nearlyAHeader") String> sent,
            @ForAll boolean inALineOfItsOwn) {
        String added = header == ForwardingHeader.FORWARDED
                ? "for=\"[2001:db8::7]:4711\";host=\"a, \\\"b\\\\\";proto=https"
                : "2001:db8::7";
        List<String> lines = new ArrayList<>(sent);
        if (inALineOfItsOwn || lines.isEmpty()) {
            lines.add(added);
        } else {
            lines.set(lines.size() - 1, lines.get(lines.size() - 1) + ", " + added);
        }
        assertThat(find(header, lines).orElseThrow()).isEqualTo(literal("2001:db8::7"));
    }

    @Property(tries = 5000)
    void readsAddressesAsTheJdkDoesAndStricter(@ForAll("nearlyAnAddress") String text) {
        Optional<InetAddress> strict = AddressLiteral.parse(text);
        if (text.indexOf(':') < 0) {
            strict.ifPresent(address -> assertThat(address.getHostAddress()).isEqualTo(text));
        } else if (!text.startsWith(".") && !text.matches(TAKEN_BY_THE_JDK_ALONE)) {
            assertThat(strict.map(InetAddress::getHostAddress)).isEqualTo(jdk(text));
        }
    }

    private static Optional<String> jdk(String ipv6) {
        try {
            // Never resolved: it has a colon.
            return Optional.of(InetAddress.getByName(ipv6).getHostAddress());
        } catch (UnknownHostException none) {
            return Optional.empty();
        }
    }

    private Optional<InetAddress> find(ForwardingHeader header, List<String> lines) {
        MockServerHttpRequest request = MockServerHttpRequest.get("/")
                .remoteAddress(new InetSocketAddress(PEER, 4711))
                .header(header.field(), lines.toArray(String[]::new))
                .build();
        return new ClientAddresses(trusted, header).find(request);
    }

    private static void collectLiterals(String line, Set<InetAddress> literals) {
        for (int begin = 0; begin < line.length(); begin++) {
            for (int end = begin + 2; end <= Math.min(line.length(), begin + 45); end++) {
                String text = line.substring(begin, end);
                if (text.matches("(\\d{1,3}\\.){3}\\d{1,3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
                    try {
                        literals.add(InetAddress.getByName(text));
                    } catch (UnknownHostException none) {
                        // This part of the line is no address.
                    }
                }
            }
        }
    }

    private static InetAddress literal(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
