package io.github.sluice.benchmarks.http;

import io.github.sluice.benchmarks.redis.RedisProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A gateway in a JVM of its own, with the class path of this one. */
final class GatewayProcess implements AutoCloseable {

    private static final int START_SECONDS = 60;
    private static final int STOP_SECONDS = 20;

    private final Process process;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();

    private GatewayProcess(Process process) {
        this.process = process;
    }

    static GatewayProcess start(RedisProcess redis, Upstream upstream, List<String> jvmArguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmArguments);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                BenchmarkGateway.class.getName(),
                "--spring.config.location=classpath:io/github/sluice/benchmarks/http/gateway.yml",
                "--upstream=" + upstream.uri(),
                "--spring.data.redis.port=" + redis.port()));
        try {
            GatewayProcess gateway = new GatewayProcess(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
            Thread reader = new Thread(gateway::readOutput, "gateway-output");
            reader.setDaemon(true);
            reader.start();
            return gateway;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a gateway says is shown, for as a rule it says nothing. */
    private void readOutput() {
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(BenchmarkGateway.READY)) {
                    port.complete(Integer.parseInt(line.substring(BenchmarkGateway.READY.length())));
                } else {
                    System.err.println(line);
                }
            }
        } catch (IOException broken) {
            port.completeExceptionally(broken);
        }
        port.completeExceptionally(new IllegalStateException("the gateway ended"));
    }

    /** Waits until it listens. */
    int port() {
        try {
            return port.get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            close();
            throw new IllegalStateException("the gateway did not start", failed);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** The processor time that it has taken until now. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Lets it end in order, since a recorder in its JVM writes its file then. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException(e);
    }
}
