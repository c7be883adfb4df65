package io.github.sluice.gateway.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTests {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8,            10.255.0.1,       true",
        "10.0.0.0/8,            11.0.0.1,         false",
        "10.1.2.3/8,            10.9.9.9,         true",
        "192.0.2.1,             192.0.2.1,        true",
        "192.0.2.1,             192.0.2.2,        false",
        "192.0.2.1/32,          192.0.2.1,        true",
        "192.0.2.128/25,        192.0.2.127,      false",
        "0.0.0.0/0,             203.0.113.1,      true",
        "0.0.0.0/0,             2001:db8::1,      false",
        "2001:db8::/32,         2001:db8:ffff::1, true",
        "2001:db8::/32,         2001:db9::1,      false",
        "2001:db8::/32,         ffff:ffff::1,     false",
        "2001:db8::1,           2001:db8::1,      true",
        "2001:db8::1,           2001:db8::2,      false",
        "2001:db8::/33,         2001:db8:8000::1, false",
        "::/0,                  2001:db8::1,      true",
        "::/0,                  203.0.113.1,      false",
        "::ffff:10.0.0.0/104,   10.1.1.1,         true",
        "::ffff:10.0.0.0/104,   11.1.1.1,         false",
        "::ffff:192.0.2.1,      192.0.2.1,        true",
        "::ffff:0:0/96,         192.0.2.1,        true",
    })
    void holdsTheAddressesThatShareItsLeadingBits(String range, String address, boolean isIn)
            throws UnknownHostException {
        AddressRanges ranges = new AddressRanges(List.of(AddressRange.parse(' ' + range + ' ')));
        assertThat(ranges.contains(InetAddress.getByName(address))).isEqualTo(isIn);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "/",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/+8",
                "10.0.0.0/8/8",
                "10.0.0.0/255.0.0.0",
                "10.0.0/8",
                "10/8",
                "010.0.0.0/8",
                "10.0.0.0 /8",
                "10.0.0.1:80",
                "2001:db8::/129",
                "2001:db8::/1000",
                "2001:db8:/32",
                "[2001:db8::]/32",
                "fe80::1%eth0",
                "::ffff:10.0.0.0/64",
                "localhost",
                "proxy.example/32",
                "10.0.0.0/8,11.0.0.0/8",
            })
    void refusesWhatIsNoRange(String text) {
        assertThatThrownBy(() -> AddressRange.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("10.0.0.0/8 or 2001:db8::/32")
                .hasMessageContaining("names are not resolved");
    }

    @Test
    void saysHowLongAPrefixMayBe() {
        assertThatThrownBy(() -> AddressRange.parse("10.0.0.0/33")).hasMessageContaining("0 to 32 bits");
        assertThatThrownBy(() -> AddressRange.parse("2001:db8::/129")).hasMessageContaining("0 to 128 bits");
        assertThatThrownBy(() -> AddressRange.parse("::ffff:10.0.0.0/8")).hasMessageContaining("96 to 128 bits");
    }

    @Test
    void holdsNothingWithoutARange() throws UnknownHostException {
        AddressRanges none = new AddressRanges(List.of());
        assertThat(none.isEmpty()).isTrue();
        assertThat(none.contains(InetAddress.getByName("192.0.2.1"))).isFalse();
    }
}
