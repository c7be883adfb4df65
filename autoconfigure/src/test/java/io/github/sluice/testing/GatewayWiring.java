package io.github.sluice.testing;

import io.github.sluice.autoconfigure.SluiceAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.cloud.gateway.config.GatewayAutoConfiguration;

/** The wiring of a gateway with Sluice in it, without a server that listens. */
public final class GatewayWiring {

    private GatewayWiring() {}

    /** Runs contexts with the auto-configurations that a gateway needs, and ours. */
    public static ReactiveWebApplicationContextRunner runner() {
        return new ReactiveWebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SslAutoConfiguration.class,
                        NettyReactiveWebServerAutoConfiguration.class,
                        HttpHandlerAutoConfiguration.class,
                        WebFluxAutoConfiguration.class,
                        CodecsAutoConfiguration.class,
                        GatewayAutoConfiguration.class,
                        SluiceAutoConfiguration.class));
    }
}
