package io.github.sluice.gateway.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sluice.gateway.address.AddressRanges;
import io.github.sluice.gateway.address.ClientAddresses;
import io.github.sluice.gateway.address.ForwardingHeader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;

/** Whom an operator means by a name. */
class CallerNameTests {

    private static final ClientAddressKey ADDRESS = new ClientAddressKey(
            new ClientAddresses(new AddressRanges(List.of()), ForwardingHeader.X_FORWARDED_FOR), 64);

    private final KeyWords registered = new KeyWords(
            ApiKeys.registered(
                    List.of("X-API-Key"), List.of(), Map.of("0".repeat(64), new ApiKeyClient("acme", "gold"))),
            ADDRESS,
            true);
    private final KeyWords unregistered =
            new KeyWords(ApiKeys.unregistered(List.of("X-API-Key"), List.of()), ADDRESS, true);

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "ip                   ; 192.0.2.1                 ; ip=9:192.0.2.1",
                "ip                   ; ip=192.0.2.1              ; ip=9:192.0.2.1",
                "ip                   ; 2001:db8::7               ; ip=23:2001:db8:0:0:0:0:0:0/64",
                "ip                   ; 2001:db8:0:0:0:0:0:0/64   ; ip=23:2001:db8:0:0:0:0:0:0/64",
                "api-key              ; acme                      ; client=4:acme",
                "api-key|ip           ; acme                      ; client=4:acme",
                "api-key|ip           ; 192.0.2.1                 ; ip=9:192.0.2.1",
                "jwt-subject          ; https://idp|auth0|7       ; iss=11:https://idp+sub=7:auth0|7",
                "principal            ; alice                     ; principal=5:alice",
                "header:X-Tenant      ; blue                      ; header:X-Tenant=4:blue",
                "header:X-Tenant|ip   ; 192.0.2.1                 ; ip=9:192.0.2.1",
                "header:X-Tenant|ip   ; header:X-Tenant=192.0.2.1 ; header:X-Tenant=9:192.0.2.1",
                "ip+header:X-Tenant   ; 192.0.2.1+blue            ; ip=9:192.0.2.1+header:X-Tenant=4:blue",
                "api-key|ip+principal ; 192.0.2.1+alice           ; ip=9:192.0.2.1+principal=5:alice",
                "everyone             ; everyone                  ; everyone",
            })
    void findsTheCallerThatHasTheName(String key, String name, String identity) {
        assertThat(caller(registered, key, name, false).text()).isEqualTo(identity);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "ip                        ; localhost    ; no caller is called so",
                "ip                        ; 127.1        ; no caller",
                "api-key                   ; initech      ; no caller",
                "jwt-subject               ; alice        ; no caller",
                "ip+header:X-Tenant        ; 192.0.2.1    ; no caller",
                "everyone                  ; all          ; no caller",
                "principal|header:X-Tenant ; blue         ; several callers may be called so",
            })
    void saysWhatToWriteForAnother(String key, String name, String message) {
        assertThatThrownBy(() -> caller(registered, key, name, false)).hasMessageContaining(message);
    }

    @Test
    void takesAKeyOfNobodyInParticularOnlyWhereASecretMayStand() {
        assertThat(caller(unregistered, "api-key", "s3cret", true).text()).isEqualTo("api-key=6:s3cret");
        assertThatThrownBy(() -> caller(unregistered, "api-key", "s3cret", false))
                .hasMessageContaining("only its hash in a URL")
                .hasMessageNotContaining("s3cret");
        assertThat(caller(unregistered, "api-key|ip", "192.0.2.1", false).text())
                .isEqualTo("ip=9:192.0.2.1");
    }

    @Test
    void meansWhomTheRequestWillShow() {
        MockServerWebExchange exchange =
                MockServerWebExchange.from(MockServerHttpRequest.get("/").header("X-Tenant", "blue"));
        assertThat(registered.parse("header:X-Tenant").resolve(exchange).block())
                .hasValue(caller(registered, "header:X-Tenant", "blue", false));
    }

    @Test
    void knowsThoseWithoutAKeyWhereTheyShareABucket() {
        assertThat(CallerName.of("anonymous", "ip", false).among(ADDRESS, "ip", true))
                .isEqualTo(Identity.ANONYMOUS);
        assertThatThrownBy(() -> CallerName.of("anonymous", "ip", false).among(ADDRESS, "ip", false))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Identity caller(KeyWords words, String key, String name, boolean secret) {
        return CallerName.of(name, key, secret).among(words.parse(key), key, false);
    }
}
