package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sluice.gateway.address.AddressRange;
import io.github.sluice.gateway.address.AddressRanges;
import io.github.sluice.gateway.address.ClientAddresses;
import io.github.sluice.gateway.address.ForwardingHeader;
import io.github.sluice.gateway.cost.ForwardedPath;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;

class ExemptionsTests {

    private final ClientAddresses addresses = new ClientAddresses(
            new AddressRanges(List.of(AddressRange.parse("10.0.0.1"))), ForwardingHeader.X_FORWARDED_FOR);

    private final Exemptions exemptions = new Exemptions(
            addresses,
            new AddressRanges(List.of(AddressRange.parse("192.0.2.0/24"), AddressRange.parse("2001:db8::/32"))),
            List.of(HttpMethod.OPTIONS, HttpMethod.valueOf("PURGE")),
            List.of(ForwardedPath.pattern("/public/**"), ForwardedPath.pattern("/exact")));

    @ParameterizedTest
    @CsvSource({
        "GET,     /orders, 203.0.113.1, false",
        "OPTIONS, /orders, 203.0.113.1, true",
        "PURGE,   /orders, 203.0.113.1, true",
        "options, /orders, 203.0.113.1, false",
        "GET,     /orders, 192.0.2.77,  true",
        "GET,     /orders, 192.0.3.77,  false",
        "GET,     /orders, 2001:db8::1, true",
        "GET,     /public, 203.0.113.1, true",
        "GET,     /public/a/b, 203.0.113.1, true",
        "GET,     /publics, 203.0.113.1, false",
        "GET,     /exact,  203.0.113.1, true",
    })
    void holdWhatOneOfTheListsNames(String method, String path, String peer, boolean isExempt) {
        assertThat(contain(MockServerHttpRequest.method(HttpMethod.valueOf(method), URI.create(path)), peer))
                .isEqualTo(isExempt);
    }

    @ParameterizedTest
    @CsvSource({
        "/public/%61,              true",
        "/%70ublic/a,              true",
        "/public;x=1/a,            true",
        "/public/../orders,        false",
        "/public/%2e%2e/orders,    false",
        "/public/..;x/orders,      false",
        "/public/%2e%2e%2forders,  false",
        "/public/a%2f..%2f..%2forders, false",
        "/orders/../public,        false",
        "/orders/%2e%2e/public/a,  false",
        "//public/a,               false",
        "/exact/,                  false",
    })
    void holdNoPathThatAnotherReaderTakesForAnotherOne(String path, boolean isExempt) {
        assertThat(contain(
                        MockServerHttpRequest.method(HttpMethod.GET, URI.create("http://gateway" + path)),
                        "203.0.113.1"))
                .isEqualTo(isExempt);
    }

    @Test
    void takeTheAddressThatATrustedProxyTells() {
        assertThat(contain(MockServerHttpRequest.get("/").header("X-Forwarded-For", "192.0.2.1"), "10.0.0.1"))
                .isTrue();
        assertThat(contain(MockServerHttpRequest.get("/").header("X-Forwarded-For", "192.0.2.1"), "203.0.113.1"))
                .isFalse();
    }

    @Test
    void holdNobodyWithoutAnAddress() {
        assertThat(exemptions.contain(MockServerWebExchange.from(MockServerHttpRequest.get("/orders"))))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GET,POST", "G E T", "1", "*"})
    void refuseWhatIsNoMethod(String text) {
        assertThatThrownBy(() -> Exemptions.method(text)).hasMessageContaining("such as OPTIONS");
    }

    @Test
    void readMethodsInWhateverCase() {
        assertThat(Exemptions.method("options")).isEqualTo(HttpMethod.OPTIONS);
    }

    private boolean contain(MockServerHttpRequest.BaseBuilder<?> request, String peer) {
        return exemptions.contain(MockServerWebExchange.from(
                request.remoteAddress(new InetSocketAddress(peer, 4711)).build()));
    }
}
