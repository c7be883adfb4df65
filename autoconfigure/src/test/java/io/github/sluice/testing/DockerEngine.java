package io.github.sluice.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The Docker engine, asked directly: Testcontainers looks for it in many places, can take minutes over that, and throws
 * where it finds none.
 */
final class DockerEngine {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final String DEFAULT_HOST = "unix:///var/run/docker.sock";
    private static final String FOUND = "HTTP/1.1 200";

    private DockerEngine() {}

    /** Whether an engine answers at once, and knows the image. */
    static boolean hasImage(String image) {
        return address(Optional.ofNullable(System.getenv("DOCKER_HOST"))
                        .filter(host -> !host.isEmpty())
                        .orElse(DEFAULT_HOST))
                .map(address -> hasImage(address, image, PATIENCE))
                .orElse(false);
    }

    static boolean hasImage(SocketAddress address, String image, Duration patience) {
        // Closing the channel, on the way out after a timeout, is what frees the thread that waits on it.
        try (SocketChannel channel = open(address)) {
            return CompletableFuture.supplyAsync(() -> statusLine(channel, address, "/images/" + image + "/json"))
                    .get(patience.toMillis(), TimeUnit.MILLISECONDS)
                    .equals(FOUND);
        } catch (IOException | ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Empty for what this class cannot speak: {@code npipe}, {@code ssh}. */
    static Optional<SocketAddress> address(String dockerHost) {
        URI uri = URI.create(dockerHost);
        return switch (uri.getScheme()) {
            case "unix" -> Optional.of(UnixDomainSocketAddress.of(Path.of(uri.getPath())));
            case "tcp", "http" -> Optional.of(new InetSocketAddress(uri.getHost(), uri.getPort()));
            default -> Optional.empty();
        };
    }

    private static SocketChannel open(SocketAddress address) throws IOException {
        return address instanceof UnixDomainSocketAddress
                ? SocketChannel.open(StandardProtocolFamily.UNIX)
                : SocketChannel.open();
    }

    private static String statusLine(SocketChannel channel, SocketAddress address, String path) {
        String request = "GET %s HTTP/1.1\r\nHost: docker\r\nConnection: close\r\n\r\n".formatted(path);
        try {
            channel.connect(address);
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            byte[] answer = Channels.newInputStream(channel).readNBytes(FOUND.length());
            return new String(answer, StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
