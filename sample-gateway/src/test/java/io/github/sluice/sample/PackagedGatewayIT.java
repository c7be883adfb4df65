package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackagedGatewayIT {

    @TempDir
    private Path directory;

    private final List<PackagedGateway> gateways = new ArrayList<>();

    @AfterEach
    void stop() {
        gateways.forEach(PackagedGateway::close);
    }

    @Test
    void twoRunBesideEachOtherAndRedisEndsWithItsGatewayWhetherThatIsStoppedOrKilled() throws IOException {
        PackagedGateway one = start();
        PackagedGateway two = start();

        assertThat(Caller.remaining(one.caller().get("/me", "Cookie", "session=mine")))
                .isEqualTo(19);
        assertThat(Caller.remaining(two.caller().get("/me", "Cookie", "session=mine")))
                .isEqualTo(19);

        one.process().destroy();

        awaitNobodyOn(one.redisPort());
        await().atMost(Duration.ofSeconds(30)).until(() -> !one.process().isAlive());
        assertThat(Caller.remaining(two.caller().get("/me", "Cookie", "session=other")))
                .isEqualTo(19);

        two.process().destroyForcibly();

        awaitNobodyOn(two.redisPort());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void redisEndsWithItsGatewayAlsoWhileItIsPaused(boolean killed) throws IOException {
        PackagedGateway gateway = start();
        assertThat(gateway.caller().post("/demo/redis/pause").body()).isEqualTo("{\"paused\":true}");

        if (killed) {
            gateway.process().destroyForcibly();
        } else {
            gateway.process().destroy();
        }

        awaitNobodyOn(gateway.redisPort());
    }

    @Test
    void runsAheadOfTime() throws IOException {
        PackagedGateway gateway = start("-Dspring.aot.enabled=true");
        assertThat(gateway.log()).contains("Starting AOT-processed SampleGatewayApplication");

        assertThat(Caller.remaining(gateway.caller().get("/ip/hello"))).isEqualTo(19);
        Caller.Run run = Caller.untilDenied(() -> gateway.caller().get("/ip/hello"));
        assertThat(run.denial().statusCode()).isEqualTo(429);
        assertThat(gateway.caller().get("/users/me").statusCode()).isEqualTo(401);
        assertThat(gateway.caller()
                        .get("/actuator/ratelimits/ip.0?caller=127.0.0.1")
                        .body())
                .contains("\"capacity\":20");
        assertThat(gateway.caller().get("/demo/redis").body()).isEqualTo("{\"paused\":false}");
        assertThat(gateway.caller().get("/").body()).contains("<title>Sluice");
        assertThat(gateway.caller().get("/actuator/ratelimits").body()).contains("\"type\":\"redis\"");
    }

    private PackagedGateway start(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--sluice.redis.timeout=20s");
        PackagedGateway gateway = PackagedGateway.start(directory, all.toArray(String[]::new));
        gateways.add(gateway);
        return gateway;
    }

    private static void awaitNobodyOn(int port) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThatExceptionOfType(ConnectException.class)
                        .isThrownBy(() ->
                                new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port).close()));
    }
}
