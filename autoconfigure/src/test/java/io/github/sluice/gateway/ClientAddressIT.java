package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.testing.LoopbackClient;
import io.github.sluice.testing.TestGateway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who the client is over HTTP: the peer 127.0.0.1 is a trusted proxy, and 127.0.0.2 is not. */
class ClientAddressIT {

    private static final String ROUTES = """
            sluice.client-ip.trusted-proxies: 127.0.0.1, 10.0.0.0/8
            spring.cloud.gateway.server.webflux:
              trusted-proxies: .*
              default-filters: ["RemoveRequestHeader=X-Forwarded-For", "RemoveRequestHeader=Forwarded"]
              routes:
                - id: limited
                  uri: ${upstream}
                  predicates: [Path=/limited]
                  filters:
                    - AddRequestHeader=X-Forwarded-For, 198.51.100.1
                    - AddRequestHeader=Forwarded, for=198.51.100.1
                    - TokenBucket=1, 1/h, ip
            """;

    @ParameterizedTest
    @ValueSource(strings = {"native", "framework", "none"})
    void believesTheTrustedPeerAloneWhateverTheFrameworkMakesOfTheHeaders(String strategy) {
        try (TestGateway gateway =
                        TestGateway.inMemory("server.forward-headers-strategy: " + strategy + "\n" + ROUTES);
                LoopbackClient proxy = new LoopbackClient("127.0.0.1");
                LoopbackClient stranger = new LoopbackClient("127.0.0.2")) {
            String uri = gateway.uri("/limited").toString();
            String header = "X-Forwarded-For";
            assertThat(proxy.statuses(2, uri, header, "203.0.113.1")).containsExactly(200, 429);
            assertThat(proxy.get(uri, header, "203.0.113.2").status()).isEqualTo(200);
            assertThat(proxy.get(uri, header, "1.1.1.1, 203.0.113.1, 10.0.0.7").status())
                    .isEqualTo(429);
            assertThat(proxy.get(uri, header, "1.1.1.1, 203.0.113.2", header, "10.0.0.7")
                            .status())
                    .isEqualTo(429);
            assertThat(proxy.get(uri, header, "1.1.1.2", "Forwarded", "for=203.0.113.3")
                            .status())
                    .isEqualTo(200);
            assertThat(proxy.get(uri, header, "1.1.1.2", "Forwarded", "for=203.0.113.4")
                            .status())
                    .isEqualTo(429);
            assertThat(stranger.get(uri, header, "203.0.113.5").status()).isEqualTo(200);
            assertThat(stranger.get(uri, header, "203.0.113.6").status()).isEqualTo(429);
            assertThat(stranger.get(uri).status()).isEqualTo(429);
            assertThat(proxy.get(uri, header, "127.0.0.2").status()).isEqualTo(429);
            assertThat(proxy.statuses(2, uri)).containsExactly(200, 429);
        }
    }

    @Test
    void readsTheHeaderOfRfc7239IfTold() {
        try (TestGateway gateway = TestGateway.inMemory("sluice.client-ip.header: forwarded\n" + ROUTES);
                LoopbackClient proxy = new LoopbackClient("127.0.0.1")) {
            String uri = gateway.uri("/limited").toString();
            String element = "for=\"[2001:db8:0:1::%s]:4711\";proto=https";
            assertThat(proxy.get(uri, "Forwarded", element.formatted("1"), "X-Forwarded-For", "203.0.113.1")
                            .status())
                    .isEqualTo(200);
            assertThat(proxy.get(uri, "Forwarded", "for=\"1.1.1.1, " + element.formatted("2"))
                            .status())
                    .isEqualTo(429);
            assertThat(proxy.get(uri, "Forwarded", "for=\"[2001:db8:0:2::1]\"").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void countsIpv6ByThePrefixThatIsSet() {
        try (TestGateway gateway = TestGateway.inMemory("sluice.client-ip.ipv6-prefix: 48\n" + ROUTES);
                LoopbackClient proxy = new LoopbackClient("127.0.0.1")) {
            String uri = gateway.uri("/limited").toString();
            assertThat(proxy.get(uri, "X-Forwarded-For", "2001:db8:1:1::1").status())
                    .isEqualTo(200);
            assertThat(proxy.get(uri, "X-Forwarded-For", "2001:db8:1:2::1").status())
                    .isEqualTo(429);
            assertThat(proxy.get(uri, "X-Forwarded-For", "2001:db8:2:1::1").status())
                    .isEqualTo(200);
        }
    }
}
