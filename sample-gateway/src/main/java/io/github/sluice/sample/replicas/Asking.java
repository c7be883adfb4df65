package io.github.sluice.sample.replicas;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Asks one gateway so many times a second, for so many seconds, and counts what gets through. */
final class Asking {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final HttpRequest request;
    private final List<CompletableFuture<Integer>> statuses = new ArrayList<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    private Asking(URI uri) {
        this.request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
    }

    static Asking start(URI uri, int perSecond, int seconds) {
        Asking asking = new Asking(uri);
        ScheduledExecutorService pace = Executors.newSingleThreadScheduledExecutor();
        pace.scheduleAtFixedRate(
                () -> {
                    if (asking.statuses.size() < perSecond * seconds) {
                        asking.ask();
                    } else {
                        pace.shutdown();
                        asking.done.complete(null);
                    }
                },
                0,
                TimeUnit.SECONDS.toMicros(1) / perSecond,
                TimeUnit.MICROSECONDS);
        return asking;
    }

    private void ask() {
        statuses.add(client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .thenApply(HttpResponse::statusCode)
                .exceptionally(failure -> 0));
    }

    /** Waits to the end. */
    int passed() {
        done.join();
        return (int) statuses.stream()
                .mapToInt(CompletableFuture::join)
                .filter(status -> status == 200)
                .count();
    }
}
