package io.github.sluice.benchmarks.store;

import io.github.sluice.benchmarks.redis.RedisAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A {@link GrowthGateway} in a JVM of its own, which ends with this one. */
final class GatewayProcess implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 120;

    private final Process process;
    private final Writer orders;
    private final BufferedReader answers;

    private GatewayProcess(Process process) {
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static GatewayProcess start(RedisAddress redis, String store, int callers, int gateways) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx512m");
        for (String property : List.of("benchmark.warm-up", "benchmark.measure")) {
            if (System.getProperty(property) != null) {
                command.add("-D" + property + "=" + System.getProperty(property));
            }
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), GrowthGateway.class.getName()));
        command.addAll(List.of(redis.toString(), store, Integer.toString(callers), Integer.toString(gateways)));
        try {
            return new GatewayProcess(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void awaitReady() {
        read(GatewayReport.READY::equals);
    }

    void order() {
        try {
            orders.write("measure\n");
            orders.flush();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    GatewayReport report() {
        return GatewayReport.parse(read(GatewayReport::isReport));
    }

    private String read(Predicate<String> expected) {
        return CompletableFuture.supplyAsync(
                        () -> answers.lines().filter(expected).findFirst())
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join()
                .orElseThrow(() -> new IllegalStateException("a gateway has ended early"));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
