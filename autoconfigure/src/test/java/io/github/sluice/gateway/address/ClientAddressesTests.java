package io.github.sluice.gateway.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;

/** Who the client is, by the peer and what it forwards. A line of a header each between {@code ##}. */
class ClientAddressesTests {

    private static final String TRUSTED = "10.0.0.0/8 127.0.0.1 fd00::/8 2001:db8:ff::/48";

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
            believes no peer that is not trusted          | 192.0.2.9 | 203.0.113.1                                  | 192.0.2.9
            believes no peer beside the range             | 11.0.0.1  | 203.0.113.1                                  | 11.0.0.1
            takes a trusted peer without a header         | 10.0.0.1  |                                              | 10.0.0.1
            takes the only hop                            | 10.0.0.1  | 203.0.113.1                                  | 203.0.113.1
            takes the rightmost hop                       | 10.0.0.1  | 1.1.1.1, 203.0.113.1                         | 203.0.113.1
            walks past trusted hops                       | 10.0.0.1  | 1.1.1.1, 203.0.113.1, 10.9.9.9, 127.0.0.1    | 203.0.113.1
            walks not past an untrusted hop               | 10.0.0.1  | 10.1.1.1, 203.0.113.1, 10.9.9.9              | 203.0.113.1
            takes the leftmost if all are trusted         | 10.0.0.1  | 10.0.0.4, 10.0.0.3, 10.0.0.2                 | 10.0.0.4
            joins lines in their order                    | 10.0.0.1  | 1.1.1.1 ## 203.0.113.1, 10.0.0.3 ## 10.0.0.2 | 203.0.113.1
            reads the last line first                     | 10.0.0.1  | 203.0.113.2 ## 203.0.113.1                   | 203.0.113.1
            skips empty elements                          | 10.0.0.1  | 203.0.113.1,, ,10.0.0.2, ,                   | 203.0.113.1
            skips empty lines                             | 10.0.0.1  | 203.0.113.1 ## ## ,                          | 203.0.113.1
            needs no space                                | 10.0.0.1  | 1.1.1.1,203.0.113.1,10.0.0.2                 | 203.0.113.1
            trims spaces and tabs                         | 10.0.0.1  | 1.1.1.1,\t 203.0.113.1\t ,10.0.0.2           | 203.0.113.1
            trims nothing else                            | 10.0.0.1  | 203.0.113.1\u00a0                            | 10.0.0.1
            drops a port                                  | 10.0.0.1  | 203.0.113.1:5678                             | 203.0.113.1
            drops the port of a trusted hop               | 10.0.0.1  | 203.0.113.1, 10.0.0.2:443                    | 203.0.113.1
            takes no port of six digits                   | 10.0.0.1  | 203.0.113.1:567890                           | 10.0.0.1
            takes no port of letters                      | 10.0.0.1  | 203.0.113.1:http                             | 10.0.0.1
            takes IPv6                                    | 10.0.0.1  | 2001:db8::1                                  | 2001:db8::1
            takes IPv6 in brackets                        | 10.0.0.1  | [2001:db8::1]                                | 2001:db8::1
            takes IPv6 with a port                        | 10.0.0.1  | [2001:db8::1]:443                            | 2001:db8::1
            takes IPv6 in capitals and in full            | 10.0.0.1  | 2001:0DB8:0:0:0:0:0:1                        | 2001:db8::1
            takes no open bracket                         | 10.0.0.1  | [2001:db8::1                                 | 10.0.0.1
            takes nothing behind a bracket but a port     | 10.0.0.1  | [2001:db8::1]443                             | 10.0.0.1
            takes no IPv4 in brackets                     | 10.0.0.1  | [203.0.113.1]:80                             | 10.0.0.1
            drops a zone                                  | 10.0.0.1  | fe80::1%eth0                                 | fe80::1
            drops a zone in brackets                      | 10.0.0.1  | [fe80::1%25eth0]:80                          | fe80::1
            takes no empty zone                           | 10.0.0.1  | fe80::1%                                     | 10.0.0.1
            takes a v4-mapped hop for the IPv4 address    | 10.0.0.1  | ::ffff:203.0.113.1                           | 203.0.113.1
            takes a v4-mapped hop in digits for it too    | 10.0.0.1  | ::ffff:cb00:7101                             | 203.0.113.1
            trusts a v4-mapped hop as the IPv4 address    | 10.0.0.1  | 203.0.113.1, [::ffff:10.0.0.2]:80            | 203.0.113.1
            takes an IPv4-compatible hop for IPv6         | 10.0.0.1  | ::10.0.0.2                                   | ::a00:2
            takes IPv4 in another prefix for IPv6         | 10.0.0.1  | 64:ff9b::203.0.113.1                         | 64:ff9b::cb00:7101
            trusts an IPv6 peer                           | fd00::1   | 203.0.113.1                                  | 203.0.113.1
            trusts an IPv6 hop                            | fd00::1   | 203.0.113.1, 2001:db8:ff:1::9                | 203.0.113.1
            trusts no IPv6 hop beside the range           | fd00::1   | 203.0.113.1, 2001:db8:fe:1::9                | 2001:db8:fe:1::9
            believes no IPv6 peer that is not trusted     | 2001:db8::7 | 203.0.113.1                                | 2001:db8::7
            stops at unknown                              | 10.0.0.1  | 203.0.113.1, unknown, 10.0.0.2               | 10.0.0.2
            stops at unknown on the right                 | 10.0.0.1  | 203.0.113.1, unknown                         | 10.0.0.1
            stops at an obfuscated hop                    | 10.0.0.1  | 203.0.113.1, _hidden, 10.0.0.2               | 10.0.0.2
            stops at a name and does not resolve it       | 10.0.0.1  | 203.0.113.1, localhost, 10.0.0.2             | 10.0.0.2
            stops at a short address                      | 10.0.0.1  | 203.0.113.1, 127.1, 10.0.0.2                 | 10.0.0.2
            stops at an octal address                     | 10.0.0.1  | 203.0.113.1, 010.0.0.1, 10.0.0.2             | 10.0.0.2
            stops at a leading zero                       | 10.0.0.1  | 203.0.113.01                                 | 10.0.0.1
            stops at a hexadecimal address                | 10.0.0.1  | 0xcb007101                                   | 10.0.0.1
            stops at a number                             | 10.0.0.1  | 3405803777                                   | 10.0.0.1
            stops at a part above 255                     | 10.0.0.1  | 203.0.113.256                                | 10.0.0.1
            stops at five parts                           | 10.0.0.1  | 203.0.113.1.1                                | 10.0.0.1
            stops at a final dot                          | 10.0.0.1  | 203.0.113.1.                                 | 10.0.0.1
            stops at digits of another script             | 10.0.0.1  | \u0662\u0660\u0663.0.113.1                   | 10.0.0.1
            stops at two gaps                             | 10.0.0.1  | 2001::db8::1                                 | 10.0.0.1
            stops at nine groups                          | 10.0.0.1  | 1:2:3:4:5:6:7:8:9                            | 10.0.0.1
            stops at two addresses without a comma        | 10.0.0.1  | 203.0.113.1 203.0.113.2                      | 10.0.0.1
            stops at a quoted address                     | 10.0.0.1  | "203.0.113.1"                                | 10.0.0.1
            stops at the other header's form              | 10.0.0.1  | for=203.0.113.1                              | 10.0.0.1
            has no key for a peer without an address      | none      | 203.0.113.1                                  | missing
            has no key for a peer that nobody resolved    | unresolved | 203.0.113.1                                 | missing
            """)
    void readsXForwardedFor(String name, String peer, String lines, String expected) {
        assertThat(find(ForwardingHeader.X_FORWARDED_FOR, peer, "X-Forwarded-For", lines))
                .isEqualTo(address(expected));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            takes the parameter for                       | for=203.0.113.1                                             | 203.0.113.1
            takes it in any place                         | proto=https;for=203.0.113.1;by=10.0.0.1                     | 203.0.113.1
            takes it in any case                          | FOR=203.0.113.1;Proto=http                                  | 203.0.113.1
            walks past trusted hops                       | for=1.1.1.1, for=203.0.113.1;proto=http, for=10.0.0.2       | 203.0.113.1
            joins lines in their order                    | for=203.0.113.1, for=10.0.0.3 ## for=10.0.0.2               | 203.0.113.1
            takes a quoted address                        | for="203.0.113.1"                                           | 203.0.113.1
            takes a quoted address with a port            | for="203.0.113.1:47011"                                     | 203.0.113.1
            takes IPv6                                    | for="[2001:db8:cafe::17]:4711"                              | 2001:db8:cafe::17
            takes IPv6 without quotes, as some proxies do | for=[2001:db8:cafe::17]:4711;proto=http                     | 2001:db8:cafe::17
            takes an address with an obfuscated port      | for="203.0.113.1:_hidden"                                   | 203.0.113.1
            takes escapes for what they mean              | for="20\\3.0.113\\.1"                                       | 203.0.113.1
            splits at no comma in quotes                  | for=203.0.113.1;host="a, for=1.1.1.1, b"                    | 203.0.113.1
            splits at no semicolon in quotes              | host="a;for=1.1.1.1";for=203.0.113.1                        | 203.0.113.1
            splits at no escaped quote                    | host="a\\", for=1.1.1.1";for=203.0.113.1                    | 203.0.113.1
            ends a string at an escaped backslash         | for=1.1.1.1;host="a\\\\", for=203.0.113.1                   | 203.0.113.1
            is not swallowed by a quote left open         | for="1.1.1.1, for=203.0.113.1                               | 203.0.113.1
            is not swallowed by one in an earlier line    | for=1.1.1.1;host=" ## for=203.0.113.1                       | 203.0.113.1
            is not swallowed by a backslash at the end    | for=1.1.1.1;host="\\, for=203.0.113.1                       | 203.0.113.1
            skips empty elements                          | for=203.0.113.1, , ,for=10.0.0.2,                           | 203.0.113.1
            allows empty pairs                            | ;for=203.0.113.1;;proto=http;                               | 203.0.113.1
            trims spaces and tabs                         | \t for = 203.0.113.1 ;\tproto=http                          | 203.0.113.1
            stops at an element without for               | for=203.0.113.1, by=10.0.0.9;proto=http, for=10.0.0.2       | 10.0.0.2
            stops at two parameters for                   | for=203.0.113.1;for=203.0.113.2                             | 10.0.0.1
            stops at unknown                              | for=203.0.113.1, for=unknown, for=10.0.0.2                  | 10.0.0.2
            stops at an obfuscated hop                    | for=203.0.113.1, for=_gazonk;proto=http                     | 10.0.0.1
            stops at an obfuscated hop in quotes          | for=203.0.113.1, for="_SEVKISEK:1"                          | 10.0.0.1
            stops at an empty address                     | for=203.0.113.1, for=                                       | 10.0.0.1
            stops at an empty string                      | for=203.0.113.1, for=""                                     | 10.0.0.1
            stops at a quote left open                    | for=203.0.113.1, for="10.0.0.2                              | 10.0.0.1
            stops at text behind a string                 | for="203.0.113.1"0                                          | 10.0.0.1
            stops at a pair without a value               | for=203.0.113.1;secure                                      | 10.0.0.1
            stops at a broken pair beside the address     | for=203.0.113.1;host="a"b                                   | 10.0.0.1
            stops at the other header's form              | 203.0.113.1                                                 | 10.0.0.1
            looks for no other name                       | xfor=203.0.113.1                                            | 10.0.0.1
            """)
    void readsForwarded(String name, String lines, String expected) {
        assertThat(find(ForwardingHeader.FORWARDED, "10.0.0.1", "Forwarded", lines))
                .isEqualTo(address(expected));
    }

    @Test
    void ignoresTheOtherHeader() {
        MockServerHttpRequest request = MockServerHttpRequest.get("/")
                .remoteAddress(new InetSocketAddress("10.0.0.1", 4711))
                .header("X-Forwarded-For", "203.0.113.1")
                .header("Forwarded", "for=203.0.113.2")
                .header("X-Real-IP", "203.0.113.3")
                .build();
        assertThat(addresses(ForwardingHeader.X_FORWARDED_FOR, TRUSTED).find(request))
                .isEqualTo(address("203.0.113.1"));
        assertThat(addresses(ForwardingHeader.FORWARDED, TRUSTED).find(request)).isEqualTo(address("203.0.113.2"));
    }

    @Test
    void takesAV4MappedPeerForTheIpv4Address() throws UnknownHostException {
        byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff, 10, 0, 0, 1};
        InetSocketAddress peer = new InetSocketAddress(Inet6Address.getByAddress("peer", mapped, 0), 4711);
        assertThat(peer.getAddress()).isInstanceOf(Inet6Address.class);
        MockServerHttpRequest.BaseBuilder<?> request =
                MockServerHttpRequest.get("/").remoteAddress(peer);
        ClientAddresses addresses = addresses(ForwardingHeader.X_FORWARDED_FOR, TRUSTED);
        assertThat(addresses.find(request.build())).isEqualTo(address("10.0.0.1"));
        assertThat(addresses.find(
                        request.header("X-Forwarded-For", "203.0.113.1").build()))
                .isEqualTo(address("203.0.113.1"));
    }

    @Test
    void dropsTheZoneOfAPeer() throws UnknownHostException {
        byte[] linkLocal = InetAddress.getByName("fe80::1").getAddress();
        InetSocketAddress peer = new InetSocketAddress(Inet6Address.getByAddress(null, linkLocal, 3), 4711);
        InetAddress found = addresses(ForwardingHeader.X_FORWARDED_FOR, "")
                .find(MockServerHttpRequest.get("/").remoteAddress(peer).build())
                .orElseThrow();
        assertThat(found.getHostAddress()).isEqualTo("fe80:0:0:0:0:0:0:1");
    }

    @Test
    void stopsAtTheLastGoodHopAfterSoManyHops() {
        String hops = trusted(ForwardingHops.MOST_HOPS - 1);
        assertThat(forwardedFor("203.0.113.1" + hops)).isEqualTo(address("203.0.113.1"));
        assertThat(forwardedFor("203.0.113.1, 10.0.0.99" + hops)).isEqualTo(address("10.0.0.99"));
    }

    @Test
    void stopsAtTheLastGoodHopAfterSoManyCharacters() {
        String fits = " ".repeat(ForwardingHops.MOST_CHARACTERS - ", 10.0.0.2".length() - "203.0.113.1".length() - 1);
        assertThat(forwardedFor("1.1.1.1,203.0.113.1" + fits + ", 10.0.0.2")).isEqualTo(address("203.0.113.1"));
        assertThat(forwardedFor("1.1.1.1,203.0.113.1 " + fits + ", 10.0.0.2")).isEqualTo(address("10.0.0.2"));
        assertThat(forwardedFor("203.0.113.1" + ",".repeat(5000))).isEqualTo(address("10.0.0.1"));
        assertThat(forwardedFor("9".repeat(100_000) + ", 203.0.113.1")).isEqualTo(address("203.0.113.1"));
    }

    @Test
    void countsCharactersOverAllLines() {
        String[] lines = Stream.concat(
                        Stream.of("203.0.113.1"),
                        Stream.generate(() -> " ".repeat(99)).limit(ForwardingHops.MOST_CHARACTERS / 100 + 1))
                .toArray(String[]::new);
        assertThat(forwardedFor(lines)).isEqualTo(address("10.0.0.1"));
        assertThat(forwardedFor(Stream.of(lines).limit(10).toArray(String[]::new)))
                .isEqualTo(address("203.0.113.1"));
    }

    private static String trusted(int count) {
        StringBuilder hops = new StringBuilder();
        for (int i = 0; i < count; i++) {
            hops.append(", 10.0.1.").append(i);
        }
        return hops.toString();
    }

    private static Optional<InetAddress> forwardedFor(String... lines) {
        return addresses(ForwardingHeader.X_FORWARDED_FOR, TRUSTED)
                .find(MockServerHttpRequest.get("/")
                        .remoteAddress(new InetSocketAddress("10.0.0.1", 4711))
                        .header("X-Forwarded-For", lines)
                        .build());
    }

    private static Optional<InetAddress> find(ForwardingHeader header, String peer, String field, String lines) {
        MockServerHttpRequest.BaseBuilder<?> request = MockServerHttpRequest.get("/");
        if (lines != null) {
            request.header(field, lines.split(" ?## ?", -1));
        }
        if (peer.equals("unresolved")) {
            request.remoteAddress(InetSocketAddress.createUnresolved("client.example", 4711));
        } else if (!peer.equals("none")) {
            request.remoteAddress(new InetSocketAddress(peer, 4711));
        }
        return addresses(header, TRUSTED).find(request.build());
    }

    private static ClientAddresses addresses(ForwardingHeader header, String trusted) {
        List<AddressRange> ranges = Stream.of(trusted.split(" "))
                .filter(text -> !text.isEmpty())
                .map(AddressRange::parse)
                .toList();
        return new ClientAddresses(new AddressRanges(ranges), header);
    }

    private static Optional<InetAddress> address(String text) {
        try {
            return text.equals("missing") ? Optional.empty() : Optional.of(InetAddress.getByName(text));
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
