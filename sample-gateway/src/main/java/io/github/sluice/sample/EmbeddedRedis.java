package io.github.sluice.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.springframework.util.FileSystemUtils;
import redis.embedded.RedisExecProvider;

/**
 * A Redis of this process alone: on a free port of the loopback address, without persistence, gone when this process is
 * gone, however it ends. The library lends its binaries only; a Redis started by it outlives a killed gateway.
 */
final class EmbeddedRedis implements AutoCloseable {

    static final String HOST = "127.0.0.1";

    private static final Duration START_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final int PORTS_TO_TRY = 5;
    private static final String FAILURE =
            "The embedded Redis did not start; spring.data.redis.host and .port name another one to use: ";

    /**
     * Runs the server until standard input ends: that is a pipe from this process, which the operating system closes when
     * this process dies. Descriptor 3 keeps it, because what a shell runs in the background reads /dev/null.
     */
    private static final String GUARDED = """
            exec 3<&0 </dev/null
            trap '' HUP INT TERM
            "$@" 3<&- &
            server=$!
            (read -r _ <&3; kill -9 $server) >/dev/null 2>&1 &
            guard=$!
            wait $server
            kill -9 $guard
            """;

    // A session of its own where there is setsid (Linux): Ctrl-C is for the gateway, which still needs Redis to drain.
    private static final String DETACHED = "exec $(command -v setsid) sh -c \"$0\" sh \"$@\"";

    private final Process process;
    private final ProcessHandle server;
    private final int port;
    private boolean paused;

    private EmbeddedRedis(Process process, ProcessHandle server, int port) {
        this.process = process;
        this.server = server;
        this.port = port;
    }

    static EmbeddedRedis start() {
        try {
            Path directory = Files.createTempDirectory("sluice-sample-redis");
            try {
                return start(directory);
            } finally {
                // A running program doesn't need its file, and who is killed cleans up nothing.
                FileSystemUtils.deleteRecursively(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(FAILURE + e.getMessage(), e);
        }
    }

    private static EmbeddedRedis start(Path directory) throws IOException {
        Path program = unpack(directory);
        Path output = directory.resolve("output");
        for (int attempt = 1; attempt <= PORTS_TO_TRY; attempt++) {
            int port = freePort();
            Process process = launch(program, output, port);
            Optional<ProcessHandle> server = awaitServer(process, port);
            if (server.isPresent()) {
                return new EmbeddedRedis(process, server.get(), port);
            }
            end(process);
            // Between looking for a free port and listening on it, another process may have taken it.
            if (!Files.readString(output).contains("Failed listening on port")) {
                break;
            }
        }
        throw new IllegalStateException(FAILURE + Files.readString(output).strip());
    }

    private static Path unpack(Path directory) throws IOException {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
        String architecture = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
        String resource = "/redis-server-%s-%s-%s".formatted(RedisExecProvider.redisVersion, os, architecture);
        Path program = directory.resolve("redis-server");
        try (InputStream binary = RedisExecProvider.class.getResourceAsStream(resource)) {
            if (binary == null) {
                throw new IOException("no " + resource + " in the embedded-redis library");
            }
            Files.copy(binary, program);
        }
        if (!program.toFile().setExecutable(true)) {
            throw new IOException(program + " cannot be made executable");
        }
        return program;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, address())) {
            return socket.getLocalPort();
        }
    }

    private static InetAddress address() throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    private static Process launch(Path program, Path output, int port) throws IOException {
        List<String> command = List.of(
                "sh",
                "-c",
                DETACHED,
                GUARDED,
                program.toString(),
                "--bind",
                HOST,
                "--port",
                Integer.toString(port),
                "--save",
                "",
                "--appendonly",
                "no",
                "--loglevel",
                "warning");
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private static Optional<ProcessHandle> awaitServer(Process process, int port) {
        long startNanos = System.nanoTime();
        try {
            while (System.nanoTime() - startNanos < START_TIMEOUT.toNanos()) {
                if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
                    return Optional.empty();
                }
                Optional<ProcessHandle> server = server(process, port);
                if (server.isPresent()) {
                    return server;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    // By its process id, since whoever else took the port in the meantime would answer a PING too.
    private static Optional<ProcessHandle> server(Process process, int port) {
        try (Socket socket = new Socket(address(), port)) {
            socket.setSoTimeout(1000);
            socket.getOutputStream().write("INFO server\r\nQUIT\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return process.children()
                    .filter(child -> answer.contains("process_id:" + child.pid() + "\r\n"))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    int port() {
        return port;
    }

    /** Lets it hang: connections stay, and nothing is answered. Blocks for as long as {@code kill} takes. */
    synchronized void pause() {
        signal("-STOP");
        paused = true;
    }

    /** Lets it go on, with all it knew. Blocks for as long as {@code kill} takes. */
    synchronized void resume() {
        signal("-CONT");
        paused = false;
    }

    synchronized boolean isPaused() {
        return paused;
    }

    private void signal(String signal) {
        try {
            // The shell's own kill: a small system has no program of that name.
            Process kill = new ProcessBuilder("sh", "-c", "kill $0 $1", signal, Long.toString(server.pid()))
                    .redirectErrorStream(true)
                    .start();
            String output = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("kill " + signal + " " + server.pid() + ": " + output.strip());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            end(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // Also while it is paused: the guard's signal is one that a stopped process obeys.
    private static void end(Process process) throws IOException {
        try {
            process.getOutputStream().close();
            process.waitFor(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
