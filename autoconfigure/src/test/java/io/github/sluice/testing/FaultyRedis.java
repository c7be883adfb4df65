package io.github.sluice.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;
import redis.embedded.RedisExecProvider;

/**
 * A Redis process of a test's own, on one port of the loopback interface for all its lives, to be stopped, killed and
 * paused. It keeps no data, and ends with the JVM however that ends.
 */
public final class FaultyRedis implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** Of {@link #command}: {@code requirepass} is about the default user, and must not lock out the test that sets it. */
    private static final String USER = "fixture";

    private static final String SETTINGS = """
            bind 127.0.0.1
            port %d
            dir %s
            save ""
            appendonly no
            repl-diskless-sync-delay 0
            user %s on nopass ~* &* +@all
            """;

    /**
     * Standard input is a pipe from this JVM, which the operating system closes when the JVM dies. What a shell runs in the
     * background reads /dev/null, so descriptor 3 keeps it. The server takes the shell's place, and with it its process id.
     */
    private static final String GUARDED = """
            exec 3<&0 </dev/null
            (read -r _ <&3; kill -9 $$) >/dev/null 2>&1 &
            exec "$@" 3<&-
            """;

    private final Path directory;
    private final int port;
    private final List<String> arguments;
    private @Nullable Process process;
    private boolean paused;

    /** A server that does not run yet. */
    public FaultyRedis() {
        this(List.of());
    }

    /** With more lines of redis.conf, and what follows that file on the command line. */
    FaultyRedis(List<String> settings, String... options) {
        try {
            port = Ports.next();
            directory = Files.createTempDirectory("sluice-redis");
            Path file = directory.resolve("redis.conf");
            Files.writeString(file, SETTINGS.formatted(port, directory, USER) + String.join("\n", settings) + "\n");
            arguments = new ArrayList<>(List.of("sh", "-c", GUARDED, "sh", Program.PATH, file.toString()));
            arguments.addAll(List.of(options));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A server that runs already. */
    public static FaultyRedis running() {
        FaultyRedis redis = new FaultyRedis();
        redis.start();
        return redis;
    }

    public String host() {
        return LOOPBACK;
    }

    public int port() {
        return port;
    }

    /** {@code host:port}, as the lists of cluster nodes and of sentinels take it. */
    public String address() {
        return LOOPBACK + ":" + port;
    }

    /** Returns when the server answers: empty, and configured as at first. Does nothing when it runs. */
    public void start() {
        if (isAlive()) {
            return;
        }
        try {
            paused = false;
            process = new ProcessBuilder(arguments)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("output").toFile()))
                    .start();
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .failFast("the process has ended", () -> !isAlive())
                    .until(this::answers);
        } catch (ConditionTimeoutException | TerminalFailureException e) {
            String output = output();
            close();
            throw new IllegalStateException("Redis on port %d did not start: %s".formatted(port, output), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // By its process id: whoever else took the port would answer a PING too.
    private boolean answers() {
        try {
            return command("PING").equals("PONG")
                    && command("INFO", "server").contains("process_id:%d\r\n".formatted(process.pid()));
        } catch (IllegalStateException | UncheckedIOException notYet) {
            return false;
        }
    }

    /** Ends the server in order (SIGTERM), a paused one too. Does nothing when it does not run. */
    public void stop() {
        resume();
        end("TERM");
    }

    /** Ends the server at once (SIGKILL), a paused one too. Does nothing when it does not run. */
    public void kill() {
        end("KILL");
    }

    /** Stops and starts. */
    public void restart() {
        stop();
        start();
    }

    /** From now on the operating system accepts connections for a server that answers nothing (SIGSTOP). */
    public void pause() {
        signal("STOP");
        paused = true;
    }

    /** Lets a paused server answer what has come in meanwhile, and go on (SIGCONT). */
    public void resume() {
        signal("CONT");
        paused = false;
    }

    boolean responds() {
        return isAlive() && !paused;
    }

    private boolean isAlive() {
        return process != null && process.isAlive();
    }

    private void end(String signal) {
        if (isAlive()) {
            signal(signal);
            awaitEnd(process);
        }
    }

    // Process.destroy() closes the pipe too, which makes the guard kill what should end in order.
    private void signal(String name) {
        if (isAlive()) {
            try {
                awaitEnd(new ProcessBuilder("sh", "-c", "kill -$0 $1", name, Long.toString(process.pid())).start());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void awaitEnd(Process process) {
        process.onExit().orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    /**
     * What Redis answers to {@code command("CONFIG", "SET", "maxmemory", "1")}, on a connection for this command alone: an
     * array as one element a line, nothing as {@code (nil)}. It may do everything, also where a password is required.
     *
     * @throws IllegalStateException with the text of an error that Redis answers
     * @throws UncheckedIOException when Redis is not there, or silent for 5 s
     */
    public String command(String... words) {
        try (Conversation conversation = new Conversation(port)) {
            conversation.ask("AUTH", USER, "");
            return conversation.ask(words);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What all the processes on this port have printed. */
    String output() {
        try {
            return Files.readString(directory.resolve("output"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        kill();
        try {
            FileSystemUtils.deleteRecursively(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Below those that systems give to clients: one that tries to reconnect to a dead server can be given that server's
     * port, and is then connected to itself. And with the one of the cluster bus free.
     */
    private static final class Ports {

        private static final int FIRST = 10_000;
        private static final int COUNT = 10_000;
        private static final int TO_BUS = 10_000;
        private static final AtomicInteger CURSOR =
                new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

        static int next() throws IOException {
            for (int attempt = 1; attempt <= COUNT; attempt++) {
                int port = FIRST + Math.floorMod(CURSOR.getAndIncrement(), COUNT);
                if (isFree(port) && isFree(port + TO_BUS)) {
                    return port;
                }
            }
            throw new IOException("no port is free");
        }

        private static boolean isFree(int port) {
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(LOOPBACK))) {
                return socket.isBound();
            } catch (IOException taken) {
                return false;
            }
        }
    }

    /** Unpacked once: to run a file that a thread is still writing fails, or that a fork of another thread holds open. */
    private static final class Program {

        static final String PATH = unpack();

        private static String unpack() {
            try {
                File program = RedisExecProvider.defaultProvider().get();
                program.getParentFile().deleteOnExit();
                program.deleteOnExit();
                return program.getAbsolutePath();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The protocol of Redis, version 2, on a socket of its own: no client library that would reconnect or remember. */
    static final class Conversation implements AutoCloseable {

        private static final int TIMEOUT_MILLIS = 5_000;

        private final Socket socket;
        private final InputStream answers;

        Conversation(int port) throws IOException {
            socket = new Socket(LOOPBACK, port);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            answers = new BufferedInputStream(socket.getInputStream());
        }

        String ask(String... words) throws IOException {
            tell(words);
            return answer();
        }

        void tell(String... words) throws IOException {
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            request.writeBytes("*%d\r\n".formatted(words.length).getBytes(UTF_8));
            for (String word : words) {
                request.writeBytes("$%d\r\n%s\r\n"
                        .formatted(word.getBytes(UTF_8).length, word)
                        .getBytes(UTF_8));
            }
            request.writeTo(socket.getOutputStream());
        }

        String answer() throws IOException {
            String line = line();
            String rest = line.substring(1);
            return switch (line.charAt(0)) {
                case '+', ':' -> rest;
                case '$' -> text(Integer.parseInt(rest));
                case '*' -> elements(Integer.parseInt(rest));
                case '-' -> throw new IllegalStateException(rest);
                default -> throw new IOException("not an answer of Redis: " + line);
            };
        }

        private String text(int length) throws IOException {
            if (length < 0) {
                return "(nil)";
            }
            String text = new String(answers.readNBytes(length), UTF_8);
            answers.skipNBytes(2);
            return text;
        }

        private String elements(int count) throws IOException {
            List<String> elements = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                elements.add(answer());
            }
            return count < 0 ? "(nil)" : String.join("\n", elements);
        }

        private String line() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = answers.read(); next != '\r'; next = answers.read()) {
                if (next < 0) {
                    throw new EOFException("Redis has closed the connection");
                }
                line.write(next);
            }
            answers.skipNBytes(1);
            return line.toString(UTF_8);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
