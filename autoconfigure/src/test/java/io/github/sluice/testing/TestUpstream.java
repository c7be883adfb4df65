package io.github.sluice.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/**
 * A service behind a gateway. Answers 200, or what the request asks for: header {@code Answer-Status: 503} the status,
 * {@code Answer-<Name>: value} a header.
 */
public final class TestUpstream implements AutoCloseable {

    private static final String ASK = "Answer-";

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final DisposableServer server = HttpServer.create()
            .host("127.0.0.1")
            .port(0)
            .handle((request, response) -> {
                requests.add(request.method() + " " + request.uri());
                request.requestHeaders().forEach(header -> {
                    if (header.getKey().equals(ASK + "Status")) {
                        response.status(Integer.parseInt(header.getValue()));
                    } else if (header.getKey().startsWith(ASK)) {
                        response.addHeader(header.getKey().substring(ASK.length()), header.getValue());
                    }
                });
                return response.sendString(Mono.just("upstream"));
            })
            .bindNow();

    public String uri() {
        return "http://127.0.0.1:" + server.port();
    }

    /** The requests that came through, as {@code GET /path}. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    @Override
    public void close() {
        server.disposeNow();
    }
}
