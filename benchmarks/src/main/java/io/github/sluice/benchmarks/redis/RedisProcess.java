package io.github.sluice.benchmarks.redis;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.springframework.util.FileSystemUtils;
import redis.embedded.RedisExecProvider;

/** A Redis on a port of its own of the loopback interface, that keeps nothing and ends with this JVM however that ends. */
public final class RedisProcess implements RedisServers {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final String SETTINGS = """
            bind 127.0.0.1
            port %d
            dir %s
            save ""
            appendonly no
            """;

    /**
     * Standard input is a pipe from this JVM, which the operating system closes when the JVM dies. The server takes the
     * shell's place, and with it its process id.
     */
    private static final String GUARDED = """
            exec 3<&0 </dev/null
            (read -r _ <&3; kill -9 $$) >/dev/null 2>&1 &
            exec "$@" 3<&-
            """;

    private final int port;
    private final Path directory;
    private final Process process;

    private RedisProcess(int port, Path directory, Process process) {
        this.port = port;
        this.directory = directory;
        this.process = process;
    }

    /**
     * Starts a server and returns when it listens.
     *
     * @param settings more lines of redis.conf
     * @return the server, to be closed
     */
    public static RedisProcess start(String... settings) {
        try {
            int port = freePort();
            Path directory = Files.createTempDirectory("sluice-benchmark-redis");
            Path file = directory.resolve("redis.conf");
            Files.writeString(file, SETTINGS.formatted(port, directory) + String.join("\n", settings) + "\n");
            File program = RedisExecProvider.defaultProvider().get();
            program.deleteOnExit();
            Process process = new ProcessBuilder("sh", "-c", GUARDED, "sh", program.getAbsolutePath(), file.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("output").toFile())
                    .start();
            RedisProcess redis = new RedisProcess(port, directory, process);
            redis.awaitStart();
            return redis;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Below the ports that systems give to clients, and with the one of the cluster's bus free. */
    private static int freePort() throws IOException {
        int toBus = 10_000;
        for (int attempt = 0; attempt < 100; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(10_000, 20_000);
            if (isFree(port) && isFree(port + toBus)) {
                return port;
            }
        }
        throw new IOException("no port is free");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private void awaitStart() throws IOException {
        long startNanos = System.nanoTime();
        Path output = directory.resolve("output");
        while (!Files.readString(output).contains("Ready to accept connections")) {
            if (!process.isAlive() || System.nanoTime() - startNanos > PATIENCE.toNanos()) {
                String text = Files.readString(output);
                close();
                throw new IllegalStateException("Redis did not start: " + text);
            }
            waitFor(Duration.ofMillis(20));
        }
    }

    /** The port. */
    public int port() {
        return port;
    }

    @Override
    public RedisAddress address() {
        return new RedisAddress(RedisAddress.Topology.ALONE, List.of(port));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        waitFor(PATIENCE);
        try {
            FileSystemUtils.deleteRecursively(directory);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void waitFor(Duration time) {
        try {
            process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
