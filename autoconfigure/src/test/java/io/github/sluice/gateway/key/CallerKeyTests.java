package io.github.sluice.gateway.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.gateway.address.AddressRanges;
import io.github.sluice.gateway.address.ClientAddresses;
import io.github.sluice.gateway.address.ForwardingHeader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import reactor.core.publisher.Mono;

class CallerKeyTests {

    private final KeyWords words = new KeyWords(
            ApiKeys.unregistered(List.of("X-API-Key", "Authorization-Key"), List.of("api_key")),
            new ClientAddressKey(
                    new ClientAddresses(new AddressRanges(List.of()), ForwardingHeader.X_FORWARDED_FOR), 64),
            true);

    @Test
    void countsAnIpv6AddressByItsNetwork() throws UnknownHostException {
        assertThat(address("2001:db8:1:2:aaaa::1")).isEqualTo(address("2001:db8:1:2:ffff:0:1:2"));
        assertThat(address("2001:db8:1:2::1")).isNotEqualTo(address("2001:db8:1:3::1"));
        assertThat(address("::ffff:192.0.2.1")).isEqualTo(address("192.0.2.1"));
        assertThat(address("192.0.2.1")).isNotEqualTo(address("192.0.2.2"));
    }

    @Test
    void hasNoKeyForAPeerWithoutAnAddress() {
        assertThat(resolve("ip", MockServerHttpRequest.get("/").build(), Mono.empty()))
                .isEmpty();
    }

    @Test
    void takesAnApiKeyFromAHeaderBeforeAQueryParameter() {
        Optional<Identity> byHeader =
                resolve("api-key", MockServerHttpRequest.get("/?api_key=b").header("X-API-Key", "a"));
        assertThat(byHeader).isEqualTo(resolve("api-key", MockServerHttpRequest.get("/?api_key=a")));
        assertThat(resolve("api-key", MockServerHttpRequest.get("/").header("X-API-Key", " ")))
                .isEmpty();
    }

    @Test
    void takesIssuerAndSubjectOfAVerifiedToken() {
        Optional<Identity> alice = jwt("https://a.example", "alice");
        assertThat(alice).isPresent().isNotEqualTo(jwt("https://b.example", "alice"));
        assertThat(alice).isNotEqualTo(jwt("https://a.example", "bob"));
        assertThat(jwt("https://a.example", null)).isEmpty();
        assertThat(jwt(null, "alice")).isPresent();
    }

    @Test
    void readsNothingFromATokenThatNobodyVerified() {
        MockServerHttpRequest.BaseBuilder<?> request = MockServerHttpRequest.get("/")
                .header("Authorization", "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbGljZSJ9.");
        assertThat(resolve("jwt-subject", request)).isEmpty();
        JwtAuthenticationToken unauthenticated = new JwtAuthenticationToken(token("https://a.example", "alice"));
        assertThat(unauthenticated.isAuthenticated()).isFalse();
        assertThat(resolve("jwt-subject", request.build(), Mono.just(unauthenticated)))
                .isEmpty();
    }

    @Test
    void takesANullOrBlankPrincipalNameAsMissing() {
        MockServerHttpRequest request = MockServerHttpRequest.get("/").build();
        Principal nameless = () -> null;
        assertThat(resolve("principal", request, Mono.just(nameless))).isEmpty();
        assertThat(resolve("principal", request, Mono.just(() -> " "))).isEmpty();
        assertThat(resolve("principal", request, Mono.empty())).isEmpty();
        AnonymousAuthenticationToken anonymous = new AnonymousAuthenticationToken(
                "key", "anonymousUser", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));
        assertThat(resolve("principal", request, Mono.just(anonymous))).isEmpty();
        assertThat(resolve("principal", request, Mono.just(new TestingAuthenticationToken("alice", "x"))))
                .isPresent();
    }

    @Test
    void isMissingIfOnePartIs() {
        assertThat(resolve("everyone+header:X-Tenant", MockServerHttpRequest.get("/")))
                .isEmpty();
        assertThat(resolve("header:X-Tenant|everyone", MockServerHttpRequest.get("/")))
                .hasValue(Identity.EVERYONE);
    }

    @Test
    void keepsPartsApart() {
        Optional<Identity> one = resolve(
                "header:A+header:B",
                MockServerHttpRequest.get("/").header("A", "x+header:B=1:y").header("B", "z"));
        Optional<Identity> other = resolve(
                "header:A+header:B",
                MockServerHttpRequest.get("/").header("A", "x").header("B", "y+header:B=1:z"));
        assertThat(one).isPresent().isNotEqualTo(other);
    }

    @Test
    void hashesBucketsSoThatNoTwoMixAndNoCallerShows() {
        BucketIds plain = new BucketIds(Optional.empty());
        Identity caller = Identity.of(IdentityKind.API_KEY, "secret{tag}".repeat(1000));
        String id = plain.namespace("route", "a").bucket(caller).value();
        assertThat(id).hasSize(22).matches("[A-Za-z0-9_-]+");
        assertThat(plain.namespace("route", "a.b").bucket(Identity.of(IdentityKind.HEADER, "c")))
                .isNotEqualTo(plain.namespace("route", "a").bucket(Identity.of(IdentityKind.HEADER, "b.c")));
        assertThat(plain.namespace("a", "bc").bucket(caller))
                .isNotEqualTo(plain.namespace("ab", "c").bucket(caller));
        assertThat(new BucketIds(Optional.of("one")).namespace("a").bucket(caller))
                .isNotEqualTo(new BucketIds(Optional.of("two")).namespace("a").bucket(caller))
                .isNotEqualTo(plain.namespace("a").bucket(caller));
    }

    private String address(String literal) throws UnknownHostException {
        InetSocketAddress peer = new InetSocketAddress(InetAddress.getByName(literal), 4711);
        return resolve("ip", MockServerHttpRequest.get("/").remoteAddress(peer))
                .orElseThrow()
                .text();
    }

    private Optional<Identity> jwt(String issuer, String subject) {
        JwtAuthenticationToken authentication =
                new JwtAuthenticationToken(token(issuer, subject), AuthorityUtils.NO_AUTHORITIES);
        return resolve("jwt-subject", MockServerHttpRequest.get("/").build(), Mono.just(authentication));
    }

    private static Jwt token(String issuer, String subject) {
        Jwt.Builder token = Jwt.withTokenValue("token").header("alg", "none").claim("aud", "x");
        if (issuer != null) {
            token.claim("iss", issuer);
        }
        if (subject != null) {
            token.subject(subject);
        }
        return token.build();
    }

    private Optional<Identity> resolve(String key, MockServerHttpRequest.BaseBuilder<?> request) {
        return resolve(key, request.build(), Mono.empty());
    }

    private Optional<Identity> resolve(String key, MockServerHttpRequest request, Mono<Principal> principal) {
        return words.parse(key)
                .resolve(MockServerWebExchange.builder(request)
                        .build()
                        .mutate()
                        .principal(principal)
                        .build())
                .blockOptional(Duration.ofSeconds(5))
                .orElseThrow();
    }
}
