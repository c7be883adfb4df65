package io.github.sluice.testing;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** A client whose connections come from a loopback address of its own, such as 127.0.0.2. */
public final class LoopbackClient implements AutoCloseable {

    /** An answer. */
    public record Answer(int status, HttpHeaders headers, String body) {}

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ConnectionProvider connections = ConnectionProvider.create("loopback", 64);
    private final HttpClient client;

    public LoopbackClient(String address) {
        this.client = HttpClient.create(connections)
                .bindAddress(() -> new InetSocketAddress(address, 0))
                .responseTimeout(Duration.ofSeconds(20));
    }

    /** Sends a GET with these headers, given as name, value, name, value; one name may come several times. */
    public Answer get(String uri, String... headers) {
        return send("GET", uri, headers);
    }

    public Answer send(String method, String uri, String... headers) {
        return answer(method, uri, headers).blockOptional(PATIENCE).orElseThrow();
    }

    /** The statuses of so many GETs, one after the other. */
    public List<Integer> statuses(int count, String uri, String... headers) {
        return Stream.generate(() -> get(uri, headers).status()).limit(count).toList();
    }

    /** The answers to so many GETs, many of them at the same time. */
    public List<Answer> flood(int count, String uri, String... headers) {
        return Flux.range(0, count)
                .flatMap(number -> answer("GET", uri, headers), 50)
                .collectList()
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    /** The answers to a GET for each of these, all at the same time. */
    public <T> List<Answer> all(List<T> each, Function<T, String[]> headers, String uri) {
        return Flux.fromIterable(each)
                .flatMap(one -> answer("GET", uri, headers.apply(one)), each.size())
                .collectList()
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    private Mono<Answer> answer(String method, String uri, String... headers) {
        return client.headers(all -> {
                    for (int i = 0; i < headers.length; i += 2) {
                        all.add(headers[i], headers[i + 1]);
                    }
                })
                .request(HttpMethod.valueOf(method))
                .uri(uri)
                .responseSingle((response, body) -> body.asString()
                        .defaultIfEmpty("")
                        .map(text -> new Answer(response.status().code(), response.responseHeaders(), text)));
    }

    @Override
    public void close() {
        connections.dispose();
    }
}
