package io.github.sluice.sample.replicas;

import java.net.URI;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** Asks one gateway so many times a second, for so many seconds, and counts what gets through. */
record Asking(URI uri, int perSecond, int seconds) {

    private static final int CONNECTIONS = 64;
    private static final int OK = 200;

    Mono<Long> passed() {
        HttpClient client = HttpClient.create(ConnectionProvider.create("asking", CONNECTIONS));
        Duration pause = Duration.ofNanos(Duration.ofSeconds(1).toNanos() / perSecond);
        int requests = perSecond * seconds;
        return Flux.interval(pause)
                .take(requests)
                .flatMap(tick -> status(client), requests)
                .filter(status -> status == OK)
                .count();
    }

    private Mono<Integer> status(HttpClient client) {
        return client.get()
                .uri(uri)
                .responseSingle((response, body) ->
                        body.then(Mono.just(response.status().code())))
                .onErrorReturn(0);
    }
}
