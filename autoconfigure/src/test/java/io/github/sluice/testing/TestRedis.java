package io.github.sluice.testing;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;

/**
 * The real Redis that the integration tests of one JVM share. The system property {@value #PROPERTY} chooses it:
 * {@code embedded}, {@code testcontainers}, {@code redis://host:port} for one that runs already, or {@code auto}.
 * Nothing here ever skips a test: without a Redis the test fails and says why.
 */
public final class TestRedis {

    static final String PROPERTY = "sluice.test.redis";

    private static final Pattern ADDRESS = Pattern.compile("redis://(?<host>[^/?#@:]+):(?<port>\\d{1,5})");
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static @Nullable TestRedis shared;

    private final Kind kind;
    private final String host;
    private final int port;

    private TestRedis(Kind kind, String host, int port) {
        this.kind = kind;
        this.host = host;
        this.port = port;
    }

    /** Where a Redis came from. */
    public enum Kind {
        EMBEDDED,
        TESTCONTAINERS,
        GIVEN
    }

    /** The server of this JVM, started by the first call and stopped with the JVM. */
    public static synchronized TestRedis shared() {
        if (shared == null) {
            TestRedis redis = start(System.getProperty(PROPERTY, "auto"));
            System.out.println("Sluice tests run on: " + redis.describe());
            shared = redis;
        }
        return shared;
    }

    /** A server of the caller's own, embedded whatever the property says, which a test may stop and start. */
    public static EmbeddedRedis startEmbedded() {
        return EmbeddedRedis.startOnFreePort();
    }

    static TestRedis start(String choice) {
        return switch (choice) {
            case "auto" -> DockerEngine.hasImage(RedisContainer.IMAGE) ? inContainer() : embedded();
            case "embedded" -> embedded();
            case "testcontainers" -> inContainer();
            default -> at(choice);
        };
    }

    private static TestRedis embedded() {
        EmbeddedRedis server = EmbeddedRedis.startOnFreePort();
        return new TestRedis(Kind.EMBEDDED, server.host(), server.port());
    }

    private static TestRedis inContainer() {
        GenericContainer<?> container = RedisContainer.start();
        return new TestRedis(Kind.TESTCONTAINERS, container.getHost(), container.getFirstMappedPort());
    }

    private static TestRedis at(String choice) {
        Matcher address = ADDRESS.matcher(choice);
        if (!address.matches()) {
            throw new IllegalArgumentException(
                    "%s is '%s'; allowed are auto, embedded, testcontainers and redis://host:port"
                            .formatted(PROPERTY, choice));
        }
        return new TestRedis(Kind.GIVEN, address.group("host"), Integer.parseInt(address.group("port")));
    }

    public Kind kind() {
        return kind;
    }

    public String host() {
        return host;
    }

    public int port() {
        return port;
    }

    /** {@code redis://host:port}, as {@code spring.data.redis.url} takes it. */
    public String uri() {
        return "redis://%s:%d".formatted(host, port);
    }

    private String describe() {
        return "%s Redis %s at %s:%d".formatted(kind.name().toLowerCase(Locale.ROOT), version(), host, port);
    }

    /** Asked of the server, so that a Redis which does not answer fails here and not in the middle of a test. */
    private String version() {
        RedisURI uri = RedisURI.builder()
                .withHost(host)
                .withPort(port)
                .withTimeout(PATIENCE)
                .build();
        try (RedisClient client = RedisClient.create(uri);
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return connection
                    .sync()
                    .info("server")
                    .lines()
                    .filter(line -> line.startsWith("redis_version:"))
                    .map(line -> line.substring("redis_version:".length()))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
