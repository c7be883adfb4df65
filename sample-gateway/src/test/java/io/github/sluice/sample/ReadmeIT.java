package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README tells operators to type, typed. */
class ReadmeIT {

    private static final Path README = Path.of("..", "README.md");
    private static final String SECTION = "## Why is this caller denied";

    @TempDir
    private Path directory;

    @Test
    void findsOutWhyACallerIsDeniedAndFreesIt() throws Exception {
        try (PackagedGateway gateway = PackagedGateway.start(
                directory,
                "--sluice.redis.timeout=20s",
                "--sluice.edge.capacity=100000",
                "--sluice.edge.refill-rate=50000/s",
                "--management.endpoint.ratelimits.access=unrestricted")) {
            Caller caller = gateway.caller();
            List<String> commands = commands(gateway.port());
            assertThat(commands).hasSize(6);
            Caller.untilDenied(() -> caller.get("/ip/hello"));

            String all = run(commands.get(0), commands.get(1));
            assertThat(JsonPath.<List<String>>read(all, "$.filters[*].bucket")).startsWith("edge", "ip.0", "keys.0");
            assertThat(JsonPath.<List<String>>read(all, "$.filters[?(@.bucket == 'ip.0')].key"))
                    .containsExactly("ip");

            String denied = run(commands.get(0), commands.get(2));
            assertThat(JsonPath.<Integer>read(denied, "$.remaining")).isLessThan(20);
            assertThat(JsonPath.<String>read(denied, "$.limits[0].full-in")).startsWith("PT");

            String filled = run(commands.get(0), commands.get(3));
            assertThat(JsonPath.<Integer>read(filled, "$.remaining")).isEqualTo(20);

            String freed = run(commands.get(0), commands.get(4));
            assertThat(JsonPath.<Boolean>read(freed, "$.override.unlimited")).isTrue();
            for (int i = 0; i < 60; i++) {
                assertThat(caller.get("/ip/hello").statusCode()).isEqualTo(200);
            }

            String ended = run(commands.get(0), commands.get(5));
            assertThat(JsonPath.<Object>read(ended, "$.override")).isNull();
            assertThat(Caller.untilDenied(() -> caller.get("/ip/hello"))
                            .denial()
                            .statusCode())
                    .isEqualTo(429);
        }
    }

    /** Those of the last block of the section. */
    private static List<String> commands(int port) throws IOException {
        String readme = Files.readString(README);
        String section = readme.substring(readme.indexOf(SECTION));
        return section.substring(section.indexOf("    R=http"))
                .lines()
                .takeWhile(line -> line.startsWith("    "))
                .map(line -> line.strip().replace(":8080/", ":" + port + "/"))
                .toList();
    }

    private static String run(String... commands) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-ec", String.join("\n", commands))
                .redirectErrorStream(true)
                .start();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(shell.exitValue()).as(output).isZero();
        return output;
    }
}
