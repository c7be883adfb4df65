package io.github.sluice.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.gateway.address.ClientAddresses;
import io.github.sluice.gateway.edge.EdgeFilter;
import io.github.sluice.gateway.edge.ManagementRequests;
import io.github.sluice.testing.GatewayWiring;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.server.WebFilter;

/** What the properties of the edge and of client addresses wire, and which of their values are refused. */
@ExtendWith(OutputCaptureExtension.class)
class EdgeAndAddressTests {

    private static final String CAPACITY = "sluice.edge.capacity=20";
    private static final String REFILL_RATE = "sluice.edge.refill-rate=5/s";

    private final ReactiveWebApplicationContextRunner runner = GatewayWiring.runner();

    @Test
    void hasNoEdgeUntilALimitIsSet() {
        runner.withPropertyValues("sluice.edge.exempt.methods=OPTIONS")
                .run(context -> assertThat(context)
                        .hasSingleBean(ClientAddresses.class)
                        .doesNotHaveBean(EdgeFilter.class)
                        .doesNotHaveBean(ManagementRequests.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sluice.edge.capacity=20 sluice.edge.refill-rate=5/s",
                "sluice.edge.limits[0].capacity=20 sluice.edge.limits[0].refill-rate=5/s",
                "sluice.edge.limits[0].name=a sluice.edge.limits[0].capacity=20 sluice.edge.limits[0].refillRate=5/s "
                        + "sluice.edge.limits[1].name=b sluice.edge.limits[1].capacity=20 sluice.edge.limits[1].refill-rate=5/d",
            })
    void hasAnEdgeBeforeSpringSecurity(String properties) {
        runner.withUserConfiguration(Security.class)
                .withPropertyValues(properties.split(" "))
                .run(context -> assertThat(context.getBeanProvider(WebFilter.class)
                                .orderedStream()
                                .map(filter -> filter.getClass().getSimpleName())
                                .filter(name -> name.matches("EdgeFilter|WebFilterChainProxy")))
                        .containsExactly("EdgeFilter", "WebFilterChainProxy"));
    }

    @Test
    void hasNoEdgeWhenAllIsSwitchedOff() {
        runner.withPropertyValues(CAPACITY, REFILL_RATE, "sluice.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(EdgeFilter.class)
                        .doesNotHaveBean(ManagementRequests.class));
    }

    @Test
    void hasAnEdgeWithoutTheActuatorToo() {
        runner.withClassLoader(new FilteredClassLoader(PathMappedEndpoints.class))
                .withPropertyValues(CAPACITY, REFILL_RATE)
                .run(context ->
                        assertThat(context).hasSingleBean(EdgeFilter.class).doesNotHaveBean(ManagementRequests.class));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sluice.edge.capacity=20                    | sluice.edge.refill-rate |      | Write whole tokens per time",
                "sluice.edge.refill-rate=5/s                | sluice.edge.capacity    |      | Write how many tokens",
                "sluice.edge.capacity=0 sluice.edge.refill-rate=5/s | sluice.edge.capacity | 0 | from 1 to 1000000000000",
                "sluice.edge.capacity=20 sluice.edge.refill-rate=5  | sluice.edge.refill-rate | 5 | N/unit",
                "sluice.edge.capacity=1000000000000 sluice.edge.refill-rate=1/s | sluice.edge.refill-rate | 1/s | within 3650 d",
                "sluice.edge.capacity=20 sluice.edge.limits[0].capacity=20 | sluice.edge.capacity | 20 | Write either",
                "sluice.edge.refill-rate=5/s sluice.edge.limits[0].capacity=20 | sluice.edge.refill-rate | 5/s | Write either",
                "sluice.edge.limits[0].capacity=20          | sluice.edge.limits[0].refill-rate | | N/unit",
                "sluice.edge.limits[0].capacity=1 sluice.edge.limits[0].refill-rate=1/s sluice.edge.limits[1].name=b | sluice.edge.limits[0].name | | a name of its own",
                "sluice.edge.limits[0].name=bücket sluice.edge.limits[0].capacity=1 sluice.edge.limits[0].refill-rate=1/s | sluice.edge.limits[0].name | bücket | printable ASCII",
                "sluice.edge.limits[0].name=a sluice.edge.limits[0].capacity=1 sluice.edge.limits[0].refill-rate=1/s sluice.edge.limits[1].name=a sluice.edge.limits[1].capacity=1 sluice.edge.limits[1].refill-rate=1/s | sluice.edge.limits | a, a | different names",
                "sluice.edge.capacity=1 sluice.edge.refill-rate=1/s sluice.edge.exempt.ips=10.0.0.0/8,probe.example | sluice.edge.exempt.ips | probe.example | names are not resolved",
                "sluice.edge.capacity=1 sluice.edge.refill-rate=1/s sluice.edge.exempt.methods=* | sluice.edge.exempt.methods | * | such as OPTIONS",
                "sluice.edge.capacity=1 sluice.edge.refill-rate=1/s sluice.edge.exempt.paths=public | sluice.edge.exempt.paths | public | begins with a slash",
                "sluice.client-ip.trusted-proxies=10.0.0.0/33 | sluice.client-ip.trusted-proxies | 10.0.0.0/33 | 0 to 32 bits",
                "sluice.client-ip.trusted-proxies=10.0.0.1,proxy.example | sluice.client-ip.trusted-proxies | proxy.example | such as 10.0.0.0/8",
                "sluice.client-ip.trusted-proxies[0]=010.0.0.1 | sluice.client-ip.trusted-proxies | 010.0.0.1 | such as 10.0.0.0/8",
            })
    void refusesAMistakeByName(String properties, String property, String value, String remedy) {
        runner.withPropertyValues(properties.split(" ")).run(context -> {
            assertThat(context).hasFailed();
            FailureAnalysis analysis = analysis(context.getStartupFailure());
            assertThat(analysis.getDescription())
                    .isEqualTo("Property " + property + " is \"" + (value == null ? "" : value) + "\".");
            assertThat(analysis.getAction()).contains(remedy);
        });
    }

    private static FailureAnalysis analysis(Throwable failure) {
        return new InvalidPropertyFailureAnalyzer().analyze(failure);
    }

    @ParameterizedTest
    @CsvSource({"sluice.client-ip.header, x-real-ip", "sluice.edge.capacity, many"})
    void refusesAValueOfAnotherType(String property, String value) {
        runner.withPropertyValues(property + '=' + value)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("BindException")
                        .hasStackTraceContaining(property)
                        .hasStackTraceContaining(value));
    }

    @Test
    void warnsOfAFrameworkThatTakesTheHeadersOff(CapturedOutput output) {
        runner.withPropertyValues(
                        "server.forward-headers-strategy=framework", "sluice.client-ip.trusted-proxies=10.0.0.0/8")
                .run(context -> assertThat(output)
                        .contains("WARN")
                        .contains("server.forward-headers-strategy is framework")
                        .contains("native, or none"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server.forward-headers-strategy=framework",
                "server.forward-headers-strategy=framework sluice.client-ip.trusted-proxies=",
                "server.forward-headers-strategy=native sluice.client-ip.trusted-proxies=10.0.0.0/8",
                "server.forward-headers-strategy=none sluice.client-ip.trusted-proxies=10.0.0.0/8",
                "sluice.client-ip.trusted-proxies=10.0.0.0/8",
            })
    void warnsOfNothingElse(String properties, CapturedOutput output) {
        runner.withPropertyValues(properties.split(" ")).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(output).doesNotContain("forward-headers-strategy");
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebFluxSecurity
    static class Security {

        @Bean
        SecurityWebFilterChain everybodyMay(ServerHttpSecurity http) {
            return http.authorizeExchange(exchanges -> exchanges.anyExchange().permitAll())
                    .build();
        }
    }
}
