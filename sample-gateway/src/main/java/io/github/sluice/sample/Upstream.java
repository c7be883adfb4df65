package io.github.sluice.sample;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the sample's routes lead to: answers with the method and the path of the request as JSON, on a free port of the
 * loopback address. A path that ends in {@code /status/503} is answered with that status, one in
 * {@code /rows/7} with a cost of 7.
 */
final class Upstream implements AutoCloseable {

    private static final Pattern STATUS = Pattern.compile(".*/status/([2-5]\\d\\d)");
    private static final Pattern ROWS = Pattern.compile(".*/rows/(\\d{1,6})");
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final LoopResources loops;
    private final DisposableServer server;

    private Upstream(LoopResources loops, DisposableServer server) {
        this.loops = loops;
        this.server = server;
    }

    static Upstream start() {
        // Not the shared event loops: the gateway disposes of them when it stops, and this server stops after it.
        LoopResources loops = LoopResources.create("upstream", 1, true);
        DisposableServer server = HttpServer.create()
                .runOn(loops)
                .host("127.0.0.1")
                .port(0)
                .handle(Upstream::answer)
                .bindNow();
        return new Upstream(loops, server);
    }

    int port() {
        return server.port();
    }

    private static Publisher<Void> answer(HttpServerRequest request, HttpServerResponse response) {
        Echo echo = new Echo(request.method().name(), "/" + request.path());
        Matcher status = STATUS.matcher(echo.path());
        response.status(status.matches() ? Integer.parseInt(status.group(1)) : 200);
        Matcher rows = ROWS.matcher(echo.path());
        if (rows.matches()) {
            response.header("X-Sluice-Cost", rows.group(1));
        }
        if (response.status().code() == 204 || response.status().code() == 304) {
            return response.send();
        }
        return response.header("Content-Type", "application/json")
                .sendByteArray(Mono.just(JsonMapper.shared().writeValueAsBytes(echo)));
    }

    @Override
    public void close() {
        server.disposeNow(STOP_TIMEOUT);
        loops.disposeLater(Duration.ZERO, STOP_TIMEOUT).block(STOP_TIMEOUT);
    }

    private record Echo(String method, String path) {}
}
