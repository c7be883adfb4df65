package io.github.sluice.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** Requests at a steady rate, for as long as a test needs them; at the most 100,000. */
public final class Load implements AutoCloseable {

    /** What became of one request: its status, or 0 if the connection failed. */
    public record Answer(int status, boolean stateKnown, Duration duration) {}

    private static final int MOST = 100_000;

    private final List<Answer> answers = new CopyOnWriteArrayList<>();
    private final ConnectionProvider connections = ConnectionProvider.create("load", 200);
    private final HttpClient client = HttpClient.create(connections).responseTimeout(Duration.ofSeconds(20));
    private final Disposable running;

    private Load(Duration interval, List<String> uris) {
        this.running = Flux.interval(interval)
                .take(MOST)
                .onBackpressureDrop()
                .flatMap(number -> send(uris.get((int) (number % uris.size()))), 200)
                .subscribe(answers::add);
    }

    /** Sends a GET to each of these in turn, one every interval. */
    public static Load every(Duration interval, String... uris) {
        return new Load(interval, List.of(uris));
    }

    private Mono<Answer> send(String uri) {
        return Mono.defer(() -> {
            long startNanos = System.nanoTime();
            return client.get()
                    .uri(uri)
                    .responseSingle((response, body) -> body.asString()
                            .defaultIfEmpty("")
                            .map(text -> new Answer(
                                    response.status().code(),
                                    response.responseHeaders().contains("RateLimit"),
                                    Duration.ofNanos(System.nanoTime() - startNanos))))
                    .onErrorResume(broken ->
                            Mono.just(new Answer(0, false, Duration.ofNanos(System.nanoTime() - startNanos))));
        });
    }

    public List<Answer> answers() {
        return List.copyOf(answers);
    }

    /** Waits until so many more requests are answered. */
    public void await(int more) {
        int until = answers.size() + more;
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> answers.size() >= until);
    }

    /** Waits until the answers tell the state of the shared bucket again, or no more. */
    public void awaitStateKnown(boolean known) {
        int from = answers.size();
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> answers.stream()
                        .skip(from)
                        .anyMatch(answer -> answer.status() != 0 && answer.stateKnown() == known));
    }

    @Override
    public void close() {
        running.dispose();
        connections.dispose();
    }
}
