package io.github.sluice.testing;

import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.Connection;
import reactor.netty.DisposableServer;
import reactor.netty.NettyInbound;
import reactor.netty.NettyOutbound;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.TcpClient;
import reactor.netty.tcp.TcpServer;

/**
 * A long way to a server: forwards bytes both ways in their order, and those that come back after a delay. The delay is
 * one of travel, so that many answers under way do not add up.
 */
public final class SlowProxy implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    // Threads of its own: the shared ones are those of the gateway under test, which may be busy or blocked.
    private final LoopResources loops = LoopResources.create("slow-proxy", 1, true);
    private final Scheduler clock = Schedulers.newSingle("slow-proxy-clock", true);
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final TcpClient client;
    private final DisposableServer server;
    private volatile Duration delay = Duration.ZERO;

    public SlowProxy(String host, int port) {
        client = TcpClient.create(ConnectionProvider.newConnection())
                .host(host)
                .port(port)
                .runOn(loops);
        server = TcpServer.create()
                .host(LOOPBACK)
                .port(0)
                .runOn(loops)
                .doOnConnection(this::remember)
                .handle(this::forward)
                .bindNow(PATIENCE);
    }

    private void remember(Connection connection) {
        connections.add(connection);
        connection.onDispose(() -> connections.remove(connection));
    }

    private Publisher<Void> forward(NettyInbound in, NettyOutbound out) {
        return client.connect().flatMap(target -> {
            Mono<Void> there =
                    target.outbound().send(in.receive().retain(), bytes -> true).then();
            Mono<Void> back = out.send(
                            late(target.inbound().receive().asByteArray()).map(Unpooled::wrappedBuffer), bytes -> true)
                    .then();
            return Mono.firstWithSignal(there, back, target.onDispose()).doFinally(end -> target.dispose());
        });
    }

    // The buffer takes all bytes as they come, so that each chunk is late by its own arrival.
    private Flux<byte[]> late(Flux<byte[]> chunks) {
        return chunks.map(this::late).onBackpressureBuffer().concatMap(Function.identity());
    }

    private Mono<byte[]> late(byte[] chunk) {
        long dueNanos = System.nanoTime() + delay.toNanos();
        return Mono.defer(() -> {
            Duration rest = Duration.ofNanos(Math.max(0, dueNanos - System.nanoTime()));
            return Mono.just(chunk).delayElement(rest, clock);
        });
    }

    public String host() {
        return LOOPBACK;
    }

    public int port() {
        return server.port();
    }

    /** Of all bytes that come back from now on; zero at first. */
    public void delay(Duration delay) {
        this.delay = delay;
    }

    /** Closes all connections, and loses what is under way in them. New ones are accepted. */
    public void cut() {
        connections.forEach(connection -> connection.disposeNow(PATIENCE));
    }

    @Override
    public void close() {
        server.disposeNow(PATIENCE);
        cut();
        clock.dispose();
        loops.disposeLater(Duration.ZERO, PATIENCE).block(PATIENCE);
    }
}
