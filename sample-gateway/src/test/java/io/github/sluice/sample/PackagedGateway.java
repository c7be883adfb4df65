package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The packaged gateway in a process of its own, with the Redis that it brings. */
record PackagedGateway(Process process, String log, int port, int redisPort) implements AutoCloseable {

    /** Starts it on a free port, with these arguments; those of the JVM begin with {@code -D}. */
    static PackagedGateway start(Path directory, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        List.of(arguments).stream()
                .filter(argument -> argument.startsWith("-D"))
                .forEach(command::add);
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-jar", System.getProperty("sample.jar"), "--server.port=0"));
        List.of(arguments).stream()
                .filter(argument -> !argument.startsWith("-D"))
                .forEach(command::add);
        Path output = Files.createTempFile(directory, "gateway", ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> !process.isAlive() || Files.readString(output).contains("Started SampleGateway"));
            String log = Files.readString(output);
            assertThat(process.isAlive()).as(log).isTrue();
            return new PackagedGateway(
                    process,
                    log,
                    port("Netty started on port (\\d+)", log),
                    port("embedded Redis listens on 127\\.0\\.0\\.1:(\\d+)", log));
        } catch (RuntimeException | Error failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    private static int port(String line, String log) {
        return Pattern.compile(line)
                .matcher(log)
                .results()
                .map(found -> Integer.parseInt(found.group(1)))
                .findFirst()
                .orElseThrow();
    }

    Caller caller() {
        return new Caller(port);
    }

    /** Lets its Redis hang for as long as something else is done. */
    void whileRedisHangs(Runnable action) throws IOException {
        String redis = redisProcess();
        signal("-STOP", redis);
        try {
            action.run();
        } finally {
            signal("-CONT", redis);
        }
    }

    private String redisProcess() throws IOException {
        try (Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), redisPort);
                InputStream answer = socket.getInputStream()) {
            socket.getOutputStream().write("INFO server\r\nQUIT\r\n".getBytes(StandardCharsets.US_ASCII));
            String info = new String(answer.readAllBytes(), StandardCharsets.US_ASCII);
            return info.replaceAll("(?s).*process_id:(\\d+).*", "$1");
        }
    }

    private static void signal(String signal, String process) throws IOException {
        try {
            Process kill = new ProcessBuilder("kill", signal, process).start();
            assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
