package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** The dashboard and the alerts under {@code docs/operations}, against a gateway under load whose Redis goes away for a while. */
class OperationsIT {

    private static final Path DOCUMENTS = Path.of("..", "docs", "operations");
    private static final Pattern METER = Pattern.compile("sluice_[a-z_]+");

    @TempDir
    private Path directory;

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    void nameMetersThatExistAndAskWhatPrometheusAnswers() throws IOException {
        PackagedGateway gateway = keep(PackagedGateway.start(directory, "--sluice.redis.timeout=1s"));
        Optional<Path> prometheus = SearchPath.find("prometheus");
        int port = freePort();
        // Without Prometheus there are no rates to wait for.
        Duration time = Duration.ofSeconds(prometheus.isPresent() ? 5 : 1);
        if (prometheus.isPresent()) {
            startPrometheus(prometheus.get(), port, gateway.port());
        }
        load(gateway.caller(), time);
        gateway.whileRedisHangs(() -> load(gateway.caller(), time));
        load(gateway.caller(), time);

        String scrape = gateway.caller().get("/actuator/prometheus").body();
        Set<String> queries = queries();
        assertThat(queries).hasSizeGreaterThan(15);
        assertThat(queries.stream()
                        .flatMap(query -> METER.matcher(query).results().map(result -> result.group())))
                .allSatisfy(meter -> assertThat(scrape).containsPattern("(?m)^" + meter + "[{ ]"));

        Assumptions.assumeTrue(prometheus.isPresent(), "there is no program called prometheus");
        Caller asked = new Caller(port);
        assertThat(queries)
                .allSatisfy(query -> await().atMost(Duration.ofSeconds(20))
                        .untilAsserted(() -> assertThat(JsonPath.<List<Object>>read(
                                        asked.get("/api/v1/query?query=" + encoded(query))
                                                .body(),
                                        "$.data.result"))
                                .as(query)
                                .isNotEmpty()));
    }

    private static void load(Caller caller, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        int count = 0;
        while (System.nanoTime() - end < 0) {
            caller.get("/ip/hello");
            caller.get("/keys/hello");
            caller.get("/keys/hello", "X-API-Key", "key-" + count++ % 50);
            caller.get("/queries/rows/2");
        }
    }

    /** All of both documents, with what Grafana would fill in, and without what an alert compares with. */
    private static Set<String> queries() throws IOException {
        Set<String> queries = new LinkedHashSet<>();
        String dashboard = Files.readString(DOCUMENTS.resolve("grafana-dashboard.json"));
        JsonPath.<List<String>>read(dashboard, "$.panels[*].targets[*].expr").stream()
                .map(query -> query.replace("$__rate_interval", "30s").replace("$route", ".*"))
                .forEach(queries::add);
        Map<String, Object> alerts = new Yaml().load(Files.readString(DOCUMENTS.resolve("alerts.yml")));
        JsonPath.<List<String>>read(alerts, "$.groups[*].rules[*].expr").stream()
                .map(query -> query.replaceAll("\\s*[<>]=?\\s*[0-9.]+\\s*$", ""))
                .forEach(queries::add);
        return queries;
    }

    private void startPrometheus(Path program, int port, int gatewayPort) throws IOException {
        Path settings = Files.writeString(directory.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s, evaluation_interval: 1s}
                rule_files: ["%s"]
                scrape_configs:
                  - {job_name: gateway, metrics_path: /actuator/prometheus, static_configs: [{targets: ["127.0.0.1:%d"]}]}
                """.formatted(
                        DOCUMENTS.resolve("alerts.yml").toAbsolutePath().normalize(), gatewayPort));
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--config.file=" + settings,
                        "--storage.tsdb.path=" + directory.resolve("prometheus"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start();
        keep(process::destroyForcibly);
        await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
            assertThat(process.isAlive())
                    .as(Files.readString(directory.resolve("prometheus.log")))
                    .isTrue();
            return new Caller(port).get("/-/ready").statusCode() == 200;
        });
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            return socket.getLocalPort();
        }
    }

    private static String encoded(String query) {
        return URLEncoder.encode(query, StandardCharsets.UTF_8);
    }

    private <T extends AutoCloseable> T keep(T closeable) {
        open.add(0, closeable);
        return closeable;
    }
}
