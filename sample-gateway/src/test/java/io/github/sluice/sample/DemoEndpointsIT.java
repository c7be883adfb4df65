package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "sluice.redis.timeout=1s")
class DemoEndpointsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Caller caller;
    private int port;

    @BeforeEach
    void callThePort(@LocalServerPort int port) {
        this.port = port;
        this.caller = new Caller(port);
    }

    @AfterEach
    void resume() {
        caller.post("/demo/redis/resume");
        await().atMost(PATIENCE)
                .until(() -> caller.get("/actuator/ratelimits").body().contains("\"state\":\"ok\""));
    }

    @Test
    void eventsTellOfTheStoreAndOfEachBucketOfThePage() {
        caller.post("/reports/export");

        String event = events().blockFirst(PATIENCE);

        assertThat(JsonPath.<String>read(event, "$.gateway.store.state")).isEqualTo("ok");
        assertThat(JsonPath.<Map<String, Object>>read(event, "$.buckets"))
                .containsOnlyKeys("address", "user", "vip", "export");
        assertThat(JsonPath.<String>read(event, "$.buckets.address.caller")).isEqualTo("127.0.0.1");
        assertThat(JsonPath.<String>read(event, "$.buckets.user.caller"))
                .isEqualTo("https://sluice.example/demo|alice");
        assertThat(JsonPath.<Integer>read(event, "$.buckets.address.remaining")).isEqualTo(20);
        assertThat(JsonPath.<Integer>read(event, "$.buckets.export.remaining")).isBetween(10, 20);
    }

    @Test
    void eventsGoOnWhileRedisIsPausedAndTellWhenItIsBack() {
        assertThat(caller.get("/demo/redis").body()).isEqualTo("{\"paused\":false}");
        assertThat(caller.post("/demo/redis/pause").body()).isEqualTo("{\"paused\":true}");
        String degraded =
                events().filter(event -> state(event).equals("degraded")).blockFirst(PATIENCE);
        assertThat(JsonPath.<Map<String, Object>>read(degraded, "$.buckets.address"))
                .doesNotContainKey("remaining");

        assertThat(caller.post("/demo/redis/resume").body()).isEqualTo("{\"paused\":false}");
        String back = events().filter(event -> state(event).equals("ok")).blockFirst(PATIENCE);
        assertThat(back).isNotNull();
    }

    @Test
    void eventsGoOnWithoutAnEndpointAndEndWithTheGateway() throws UnknownHostException {
        DemoEvents events = new DemoEvents(() -> new EndpointReader(1));

        StepVerifier.create(events.to(InetAddress.getByAddress(new byte[] {127, 0, 0, 1})))
                .assertNext(reading -> assertThat(reading.gateway()).isEmpty())
                .then(events::close)
                .expectComplete()
                .verify(PATIENCE);
    }

    private static String state(String event) {
        return JsonPath.read(event, "$.gateway.store.state");
    }

    private Flux<String> events() {
        return WebClient.create("http://127.0.0.1:" + port)
                .get()
                .uri("/demo/events")
                .retrieve()
                .bodyToFlux(new ParameterizedTypeReference<ServerSentEvent<String>>() {})
                .mapNotNull(ServerSentEvent::data);
    }
}
