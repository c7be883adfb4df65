package io.github.sluice.testing;

import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.TcpServer;

/** Accepts connections, reads, and never answers: a Redis that hangs. */
public final class SilentServer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    // Not the shared event loops: a gateway disposes of them when it stops, and this server stops after it.
    private final LoopResources loops = LoopResources.create("silent", 1, true);
    private final DisposableServer server = TcpServer.create()
            .runOn(loops)
            .host("127.0.0.1")
            .port(0)
            .handle((in, out) -> in.receive().then(Mono.never()))
            .bindNow();

    public int port() {
        return server.port();
    }

    /** Refuses connections from now on. */
    public void stop() {
        server.disposeNow();
        loops.disposeLater(Duration.ZERO, PATIENCE).block(PATIENCE);
    }

    @Override
    public void close() {
        stop();
    }
}
