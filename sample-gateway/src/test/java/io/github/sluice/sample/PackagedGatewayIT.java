package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackagedGatewayIT {

    @TempDir
    private Path directory;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void stop() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void twoRunBesideEachOtherAndRedisEndsWithItsGatewayWhenThatIsStopped() throws IOException {
        Gateway one = start();
        Gateway two = start();

        assertThat(Caller.remaining(one.caller().get("/me", "Cookie", "session=mine")))
                .isEqualTo(19);
        assertThat(Caller.remaining(two.caller().get("/me", "Cookie", "session=mine")))
                .isEqualTo(19);

        one.process().destroy();

        awaitNobodyOn(one.redisPort());
        await().atMost(Duration.ofSeconds(30)).until(() -> !one.process().isAlive());
        assertThat(Caller.remaining(two.caller().get("/me", "Cookie", "session=other")))
                .isEqualTo(19);
    }

    @Test
    void redisEndsWithItsGatewayWhenThatIsKilled() throws IOException {
        Gateway gateway = start();

        gateway.process().destroyForcibly();

        awaitNobodyOn(gateway.redisPort());
    }

    private Gateway start() throws IOException {
        Path output = Files.createTempFile(directory, "gateway", ".log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        System.getProperty("sample.jar"),
                        "--server.port=0",
                        "--sluice.redis.timeout=20s")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        processes.add(process);
        await().atMost(Duration.ofMinutes(2))
                .until(() -> !process.isAlive() || Files.readString(output).contains("Started SampleGateway"));
        String log = Files.readString(output);
        assertThat(process.isAlive()).as(log).isTrue();
        return new Gateway(
                process,
                new Caller(port("Netty started on port (\\d+)", log)),
                port("embedded Redis listens on 127\\.0\\.0\\.1:(\\d+)", log));
    }

    private static int port(String line, String log) {
        return Pattern.compile(line)
                .matcher(log)
                .results()
                .map(found -> Integer.parseInt(found.group(1)))
                .findFirst()
                .orElseThrow();
    }

    private static void awaitNobodyOn(int port) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThatExceptionOfType(ConnectException.class)
                        .isThrownBy(() ->
                                new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port).close()));
    }

    private record Gateway(Process process, Caller caller, int redisPort) {}
}
