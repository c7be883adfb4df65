package io.github.sluice.testing;

import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.tcp.TcpServer;

/** Accepts connections, reads, and never answers: a Redis that hangs. */
public final class SilentServer implements AutoCloseable {

    private final DisposableServer server = TcpServer.create()
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
    }

    @Override
    public void close() {
        stop();
    }
}
