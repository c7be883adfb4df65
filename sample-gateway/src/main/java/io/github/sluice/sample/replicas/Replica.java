package io.github.sluice.sample.replicas;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A gateway in a process of its own, which ends with this one. */
final class Replica implements AutoCloseable {

    private static final Pattern PORT = Pattern.compile("Netty started on port (\\d+)");
    private static final String ROUTE = "--spring.cloud.gateway.server.webflux.routes[0].";
    private static final int PATIENCE_SECONDS = 120;

    private final Process process;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();

    private Replica(Process process) {
        this.process = process;
    }

    static Replica start(int perSecond, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-cp", System.getProperty("java.class.path"), mainClass()));
        command.addAll(List.of(
                "--server.address=127.0.0.1",
                "--server.port=0",
                // The first decision of a cold gateway takes longer.
                "--sluice.redis.timeout=5s",
                "--sluice.store-failure.replicas=3",
                "--spring.data.redis.host=127.0.0.1",
                ROUTE + "id=database",
                ROUTE + "uri=no://op",
                ROUTE + "predicates[0]=Path=/**",
                ROUTE + "filters[0]=TokenBucket=" + perSecond + ", " + perSecond + "/s, everyone"));
        command.addAll(List.of(arguments));
        Replica replica = new Replica(
                new ProcessBuilder(command).redirectErrorStream(true).start());
        Thread reader = new Thread(replica::read, "replica");
        reader.setDaemon(true);
        reader.start();
        return replica;
    }

    /** In a packaged jar that is its launcher, which finds the classes within. */
    private static String mainClass() {
        return System.getProperty("java.class.path").endsWith("sluice-sample-gateway.jar")
                ? "org.springframework.boot.loader.launch.JarLauncher"
                : "io.github.sluice.sample.SampleGatewayApplication";
    }

    /** To the end, for what it says must not fill the pipe. */
    private void read() {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            output.lines()
                    .map(PORT::matcher)
                    .filter(Matcher::find)
                    .forEach(line -> port.complete(Integer.parseInt(line.group(1))));
        } catch (IOException | UncheckedIOException closed) {
            // Its end, which the next line tells.
        }
        port.completeExceptionally(new IllegalStateException("a gateway has ended early"));
    }

    void awaitReady() {
        port.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + port.join() + "/");
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
