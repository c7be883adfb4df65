package io.github.sluice.benchmarks.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/** What the routes lead to: a few bytes for every request, from one thread of this process. */
final class Upstream implements AutoCloseable {

    private static final byte[] BODY = "{\"answer\":42}".getBytes(StandardCharsets.US_ASCII);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final LoopResources loops;
    private final DisposableServer server;

    private Upstream(LoopResources loops, DisposableServer server) {
        this.loops = loops;
        this.server = server;
    }

    static Upstream start() {
        LoopResources loops = LoopResources.create("upstream", 1, true);
        DisposableServer server = HttpServer.create()
                .runOn(loops)
                .host("127.0.0.1")
                .port(0)
                .handle((request, response) -> response.header("Content-Type", "application/json")
                        .header("Content-Length", Integer.toString(BODY.length))
                        .sendByteArray(Mono.just(BODY)))
                .bindNow(PATIENCE);
        return new Upstream(loops, server);
    }

    String uri() {
        return "http://127.0.0.1:" + server.port();
    }

    @Override
    public void close() {
        server.disposeNow(PATIENCE);
        loops.disposeLater(Duration.ZERO, PATIENCE).block(PATIENCE);
    }
}
