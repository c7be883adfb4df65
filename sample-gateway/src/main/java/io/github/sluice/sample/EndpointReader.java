package io.github.sluice.sample;

import java.time.Duration;
import java.util.Map;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** Reads the endpoint {@code ratelimits} of this gateway over HTTP, as anyone on this machine could. */
final class EndpointReader {

    private static final ParameterizedTypeReference<Map<String, Object>> DOCUMENT =
            new ParameterizedTypeReference<>() {};
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final WebClient client;

    EndpointReader(int port) {
        this.client = WebClient.create("http://127.0.0.1:" + port);
    }

    /** The document on filters and store. */
    Mono<Map<String, Object>> all() {
        return read("/actuator/ratelimits");
    }

    /** The document on one caller's bucket, also the one that says why there is none. */
    Mono<Map<String, Object>> bucket(String bucket, String caller) {
        return read("/actuator/ratelimits/{bucket}?caller={caller}", bucket, caller);
    }

    // Never an error: a page that looks on is to see when the answers come again.
    private Mono<Map<String, Object>> read(String path, Object... variables) {
        return client.get()
                .uri(path, variables)
                .exchangeToMono(response -> response.bodyToMono(DOCUMENT))
                .timeout(TIMEOUT)
                .onErrorComplete()
                .defaultIfEmpty(Map.of());
    }
}
