package io.github.sluice.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/**
 * A service behind a gateway. Answers 200, or what the request asks for: header {@code Answer-Status: 503} the status,
 * {@code Answer-<Name>: value} a header, {@code Answer-Never} that it does not answer at all.
 */
public final class TestUpstream implements AutoCloseable {

    private static final String ASK = "Answer-";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> left = new CopyOnWriteArrayList<>();
    // Not the shared event loops: a gateway disposes of them when it stops, and this server stops after it.
    private final LoopResources loops = LoopResources.create("upstream", 1, true);
    private final DisposableServer server = HttpServer.create()
            .runOn(loops)
            .host("127.0.0.1")
            .port(0)
            .handle((request, response) -> {
                String line = request.method() + " " + request.uri();
                requests.add(line);
                request.withConnection(connection -> connection.onDispose(() -> left.add(line)));
                request.requestHeaders().forEach(header -> {
                    if (header.getKey().equals(ASK + "Status")) {
                        response.status(Integer.parseInt(header.getValue()));
                    } else if (header.getKey().startsWith(ASK)) {
                        response.addHeader(header.getKey().substring(ASK.length()), header.getValue());
                    }
                });
                return request.requestHeaders().contains(ASK + "Never")
                        ? Mono.never()
                        : response.sendString(Mono.just("upstream"));
            })
            .bindNow();

    public String uri() {
        return "http://127.0.0.1:" + server.port();
    }

    /** The requests that came through, as {@code GET /path}. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /** Waits for a request; false if it does not come in time. */
    public boolean waitFor(String request, Duration patience) {
        return contains(requests, request, patience);
    }

    /** Waits until the connection of a request is closed; false if it is not in time. */
    public boolean waitUntilLeft(String request, Duration patience) {
        return contains(left, request, patience);
    }

    private static boolean contains(List<String> lines, String line, Duration patience) {
        return Boolean.TRUE.equals(Flux.interval(Duration.ZERO, Duration.ofMillis(10))
                .map(tick -> lines.contains(line))
                .filter(there -> there)
                .take(patience)
                .blockFirst());
    }

    @Override
    public void close() {
        server.disposeNow();
        loops.disposeLater(Duration.ZERO, PATIENCE).block(PATIENCE);
    }
}
