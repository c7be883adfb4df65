package io.github.sluice.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.gateway.Exemptions;
import io.github.sluice.gateway.Mode;
import io.github.sluice.gateway.address.AddressRanges;
import io.github.sluice.gateway.address.ClientAddresses;
import io.github.sluice.gateway.address.ForwardingHeader;
import io.github.sluice.gateway.key.BucketIds;
import io.github.sluice.gateway.key.ClientAddressKey;
import io.github.sluice.gateway.response.DenialWriter;
import io.github.sluice.gateway.response.HeaderStyle;
import io.github.sluice.gateway.response.ProblemDetailDenialHandler;
import io.github.sluice.gateway.server.EventLoops;
import io.github.sluice.store.FixedAnswerBucketStore;
import io.github.sluice.store.InMemoryBucketStore;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.test.StepVerifier;

class EdgeFilterTests {

    private static final Policy TWO_LIMITS =
            Policy.of(new Limit("burst", 2, RefillRate.parse("1/h")), new Limit("day", 100, RefillRate.parse("1/h")));

    private final List<String> told = new ArrayList<>();
    private final BucketStore memory = new InMemoryBucketStore(100, DecisionSource.IN_MEMORY);

    @Test
    void letsPassUntilTheLimitAndAnswersThenByItself() {
        EdgeFilter filter = filter(memory);
        assertThat(send(filter, "192.0.2.1").getStatusCode()).isEqualTo(HttpStatus.ACCEPTED);
        MockServerHttpResponse last = send(filter, "192.0.2.1");
        assertThat(last.getStatusCode()).isEqualTo(HttpStatus.ACCEPTED);
        assertThat(last.getHeaders().getFirst("RateLimit-Policy"))
                .isEqualTo("\"burst\";q=2;w=7200, \"day\";q=100;w=360000");
        assertThat(last.getHeaders().getFirst("RateLimit"))
                .startsWith("\"burst\";r=0;t=")
                .contains(", \"day\";r=98;t=");
        MockServerHttpResponse denied = send(filter, "192.0.2.1");
        assertThat(denied.getStatusCode()).isEqualTo(HttpStatus.TOO_MANY_REQUESTS);
        assertThat(denied.getHeaders().getFirst("Retry-After")).isNotNull();
        assertThat(denied.getHeaders().getFirst("RateLimit")).startsWith("\"burst\";r=0;t=");
        assertThat(denied.getBodyAsString().block(Duration.ofSeconds(5))).contains("\"violated-policies\":[\"burst\"]");
        assertThat(send(filter, "192.0.2.2").getStatusCode()).isEqualTo(HttpStatus.ACCEPTED);
        assertThat(told)
                .containsExactly("edge edge ALLOWED", "edge edge ALLOWED", "edge edge DENIED", "edge edge ALLOWED");
    }

    @Test
    void putsItsStateBeforeWhatTheChainWrote() {
        MockServerWebExchange exchange = exchange("192.0.2.1");
        StepVerifier.create(filter(memory).filter(exchange, inner -> {
                    inner.getResponse().getHeaders().set("RateLimit", "\"default\";r=7");
                    return inner.getResponse().setComplete();
                }))
                .expectComplete()
                .verify(Duration.ofSeconds(10));
        assertThat(exchange.getResponse().getHeaders().get("RateLimit"))
                .singleElement()
                .asString()
                .startsWith("\"burst\";r=1;t=")
                .endsWith(", \"default\";r=7");
    }

    @Test
    void letsAClientWithoutAnAddressPass() {
        MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/"));
        for (int i = 0; i < 3; i++) {
            assertThat(send(filter(memory), exchange)).isEqualTo(HttpStatus.ACCEPTED);
        }
        assertThat(told).containsOnly("edge edge MISSING_KEY").hasSize(3);
    }

    @Test
    void letsExemptRequestsPass() {
        EdgeFilter filter = filter(memory);
        for (int i = 0; i < 3; i++) {
            assertThat(send(filter, exchange(MockServerHttpRequest.options("/"))))
                    .isEqualTo(HttpStatus.ACCEPTED);
        }
        assertThat(told).containsOnly("edge edge EXEMPT");
    }

    @Test
    void letsRequestsToTheActuatorPassWithinTheApplication() {
        EdgeFilter filter = filter(memory);
        for (int i = 0; i < 3; i++) {
            assertThat(send(filter, exchange(MockServerHttpRequest.get("/manage/health"))))
                    .isEqualTo(HttpStatus.ACCEPTED);
            assertThat(send(
                            filter,
                            exchange(MockServerHttpRequest.get("/base/manage/health")
                                    .contextPath("/base"))))
                    .isEqualTo(HttpStatus.ACCEPTED);
        }
        assertThat(told).containsOnly("edge edge EXEMPT");
        send(filter, exchange(MockServerHttpRequest.get("/manage/../orders")));
        send(filter, exchange(MockServerHttpRequest.get("/base/manage/health")));
        assertThat(send(filter, exchange(MockServerHttpRequest.get("/orders"))))
                .isEqualTo(HttpStatus.TOO_MANY_REQUESTS);
    }

    @Test
    void answers503WhenTheStoreFailsAndItDeniesThen() {
        MockServerHttpResponse denied = send(filter(new FixedAnswerBucketStore(false)), "192.0.2.1");
        assertThat(denied.getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
        assertThat(denied.getHeaders().getFirst("Retry-After")).isEqualTo("1");
        assertThat(denied.getHeaders().headerNames()).doesNotContain("RateLimit");
    }

    @Test
    void passesWithoutAStateWhenTheStoreFailsAndItAllowsThen() {
        MockServerHttpResponse allowed = send(filter(new FixedAnswerBucketStore(true)), "192.0.2.1");
        assertThat(allowed.getStatusCode()).isEqualTo(HttpStatus.ACCEPTED);
        assertThat(allowed.getHeaders().headerNames()).doesNotContain("RateLimit");
    }

    private EdgeFilter filter(BucketStore store) {
        ClientAddresses addresses = new ClientAddresses(new AddressRanges(List.of()), ForwardingHeader.X_FORWARDED_FOR);
        EventLoops eventLoops = new EventLoops();
        return new EdgeFilter(
                new EdgeSettings(
                        Mode.ENFORCE,
                        new ClientAddressKey(addresses, 64),
                        TWO_LIMITS,
                        new BucketIds(Optional.empty()).namespace("edge"),
                        new Exemptions(addresses, new AddressRanges(List.of()), List.of(HttpMethod.OPTIONS), List.of()),
                        Set.of(HeaderStyle.IETF)),
                new ManagementRequests(() -> List.of(PathPatternParser.defaultInstance.parse("/manage/**"))),
                store,
                (route, filter, verdict) -> told.add(route + ' ' + filter + ' ' + verdict.outcome()),
                new DenialWriter(new ProblemDetailDenialHandler(), eventLoops),
                eventLoops);
    }

    private static MockServerHttpResponse send(EdgeFilter filter, String peer) {
        MockServerWebExchange exchange = exchange(peer);
        send(filter, exchange);
        return exchange.getResponse();
    }

    private static HttpStatusCode send(EdgeFilter filter, MockServerWebExchange exchange) {
        StepVerifier.create(filter.filter(exchange, inner -> {
                    inner.getResponse().setStatusCode(HttpStatus.ACCEPTED);
                    return inner.getResponse().setComplete();
                }))
                .expectComplete()
                .verify(Duration.ofSeconds(10));
        return exchange.getResponse().getStatusCode();
    }

    private static MockServerWebExchange exchange(String peer) {
        return MockServerWebExchange.from(
                MockServerHttpRequest.get("/").remoteAddress(new InetSocketAddress(peer, 4711)));
    }

    private static MockServerWebExchange exchange(MockServerHttpRequest.BaseBuilder<?> request) {
        return MockServerWebExchange.from(request.remoteAddress(new InetSocketAddress("192.0.2.1", 4711)));
    }
}
