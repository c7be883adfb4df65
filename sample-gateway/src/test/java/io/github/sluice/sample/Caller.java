package io.github.sluice.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls the gateway on one port of this machine as a client would. */
final class Caller {

    private static final Pattern REMAINING = Pattern.compile("\"default\";r=(\\d+)");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port;

    Caller(int port) {
        this.port = port;
    }

    HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, headers);
    }

    HttpResponse<String> post(String path, String... headers) {
        return send("POST", path, headers);
    }

    String token(String subject) {
        return post("/demo/token?sub=" + subject).body();
    }

    private HttpResponse<String> send(String method, String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, BodyPublishers.noBody())
                .timeout(Duration.ofSeconds(30));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static int remaining(HttpResponse<String> response) {
        Matcher remaining =
                REMAINING.matcher(response.headers().firstValue("RateLimit").orElseThrow());
        if (!remaining.find()) {
            throw new IllegalStateException("No remaining tokens in " + response.headers());
        }
        return Integer.parseInt(remaining.group(1));
    }

    /** Calls until the first denial. */
    static Run untilDenied(Supplier<HttpResponse<String>> call) {
        long startNanos = System.nanoTime();
        int allowed = 0;
        HttpResponse<String> response = call.get();
        while (response.statusCode() == 200) {
            allowed++;
            response = call.get();
        }
        return new Run(allowed, Duration.ofNanos(System.nanoTime() - startNanos), response);
    }

    /** How many calls were allowed in that time before the one that was not. */
    record Run(int allowed, Duration elapsed, HttpResponse<String> denial) {

        /** The most a bucket of 20 tokens and 5 more a second gives in that time, at so many tokens a call. */
        int most(int cost) {
            return (int) ((20 + 5 * elapsed.toNanos() / 1e9) / cost);
        }
    }
}
