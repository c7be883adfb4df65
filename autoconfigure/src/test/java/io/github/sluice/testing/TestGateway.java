package io.github.sluice.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ByteArrayResource;

/**
 * A whole gateway on a port of its own, with its upstream, configured by the YAML that a user would write. In it,
 * {@code ${upstream}} is where routes may go, and {@code ${nowhere}} where nobody listens.
 */
public final class TestGateway implements AutoCloseable {

    private final TestUpstream upstream = new TestUpstream();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final ReactiveWebServerApplicationContext context;

    private TestGateway(String yaml, Class<?>... configuration) {
        Class<?>[] sources = Stream.concat(Stream.of(Application.class), Stream.of(configuration))
                .toArray(Class<?>[]::new);
        ApplicationContextInitializer<ConfigurableApplicationContext> settings = context -> load(yaml, upstream)
                .forEach(source -> context.getEnvironment().getPropertySources().addFirst(source));
        context = (ReactiveWebServerApplicationContext) new SpringApplicationBuilder(sources)
                .initializers(settings)
                .properties("server.port=0", "server.address=127.0.0.1", "spring.main.banner-mode=off")
                .run();
    }

    /** Starts a gateway that says all by itself. */
    public static TestGateway with(String yaml, Class<?>... configuration) {
        return new TestGateway(yaml, configuration);
    }

    /** Starts a gateway that keeps its buckets in memory. */
    public static TestGateway inMemory(String yaml, Class<?>... configuration) {
        return new TestGateway("sluice.store: in-memory\n" + yaml, configuration);
    }

    /** Starts a gateway on a Redis. */
    public static TestGateway on(TestRedis redis, String yaml, Class<?>... configuration) {
        return new TestGateway(
                "spring.data.redis: {host: " + redis.host() + ", port: " + redis.port() + "}\n" + yaml, configuration);
    }

    private static List<org.springframework.core.env.PropertySource<?>> load(String yaml, TestUpstream upstream) {
        try {
            String text = yaml.replace("${upstream}", upstream.uri()).replace("${nowhere}", uriOfNobody());
            return new YamlPropertySourceLoader()
                    .load("test", new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String uriOfNobody() {
        try (TestUpstream gone = new TestUpstream()) {
            return gone.uri();
        }
    }

    public TestUpstream upstream() {
        return upstream;
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    public int port() {
        return context.getWebServer().getPort();
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    /** Sends a GET with these headers, given as name, value, name, value. */
    public HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, headers);
    }

    public HttpResponse<String> send(String method, String path, String... headers) {
        return send(method, path, HttpRequest.BodyPublishers.noBody(), headers);
    }

    /** Posts JSON. */
    public HttpResponse<String> post(String path, String json) {
        return send("POST", path, HttpRequest.BodyPublishers.ofString(json), "Content-Type", "application/json");
    }

    private HttpResponse<String> send(String method, String path, HttpRequest.BodyPublisher body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .timeout(Duration.ofSeconds(20))
                .method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** The statuses of so many GETs, one after the other. */
    public List<Integer> statuses(int count, String path, String... headers) {
        return Stream.generate(() -> get(path, headers).statusCode())
                .limit(count)
                .toList();
    }

    @Override
    public void close() {
        context.close();
        upstream.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration",
                "org.springframework.boot.security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration",
                "org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration"
            })
    static class Application {}
}
