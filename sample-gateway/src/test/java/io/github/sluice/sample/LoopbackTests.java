package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import reactor.netty.http.server.HttpServerRequest;

class LoopbackTests {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, true",
        "127.8.8.8, true",
        "::1, true",
        "::ffff:127.0.0.1, true",
        "192.0.2.1, false",
        "0.0.0.0, false",
        "2001:db8::1, false"
    })
    void asksTheConnectionForItsPeer(String peer, boolean loopback) {
        HttpServerRequest connection = mock();
        given(connection.connectionRemoteAddress())
                .willReturn(new InetSocketAddress(NetUtil.createInetAddressFromIpAddressString(peer), 50000));
        AbstractServerHttpRequest request = mock();
        given(request.getNativeRequest()).willReturn(connection);
        given(request.getRemoteAddress()).willReturn(new InetSocketAddress(InetAddress.getLoopbackAddress(), 50000));

        assertThat(Loopback.isPeerOf(request)).isEqualTo(loopback);
    }
}
