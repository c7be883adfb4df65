package io.github.sluice.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sluice.testing.TestRedis.Kind;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TestRedisIT {

    @Test
    void answersAsTheKindThatTheBuildAskedFor() {
        TestRedis redis = TestRedis.shared();

        assertThat(ask(redis.uri(), RedisCommands::ping)).isEqualTo("PONG");
        String choice = System.getProperty(TestRedis.PROPERTY, "auto");
        switch (choice) {
            case "auto" -> assertThat(redis.kind()).isNotEqualTo(Kind.GIVEN);
            case "embedded" -> assertThat(redis.kind()).isEqualTo(Kind.EMBEDDED);
            case "testcontainers" -> assertThat(redis.kind()).isEqualTo(Kind.TESTCONTAINERS);
            default -> assertThat(redis.uri()).isEqualTo(choice);
        }
    }

    @Test
    void isOneServerPerJvm() {
        assertThat(TestRedis.shared()).isSameAs(TestRedis.shared());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "docker", "EMBEDDED", "redis://localhost", "redis://user:secret@localhost:6379"})
    void refusesAnUnknownChoiceAndSaysWhatIsAllowed(String choice) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestRedis.start(choice))
                .withMessage(
                        "sluice.test.redis is '%s'; allowed are auto, embedded, testcontainers and"
                                + " redis://host:port",
                        choice);
    }

    @Test
    void takesARunningRedisByItsAddress() {
        TestRedis redis = TestRedis.start("redis://127.0.0.1:7001");

        assertThat(redis.kind()).isEqualTo(Kind.GIVEN);
        assertThat(redis.uri()).isEqualTo("redis://127.0.0.1:7001");
    }

    @Test
    void startsAnEmbeddedServerOfTheCallersOwn() {
        try (EmbeddedRedis redis = TestRedis.startEmbedded()) {
            assertThat(redis.port()).isNotEqualTo(TestRedis.shared().port());
            assertThat(ask(redis.uri(), commands -> commands.configGet("bind", "save", "appendonly")))
                    .isEqualTo(Map.of("bind", "127.0.0.1", "save", "", "appendonly", "no"));
        }
    }

    @Test
    void comesBackEmptyOnTheSamePort() {
        try (EmbeddedRedis redis = TestRedis.startEmbedded()) {
            ask(redis.uri(), commands -> commands.set("key", "value"));

            redis.stop();
            assertThatExceptionOfType(RedisConnectionException.class)
                    .isThrownBy(() -> ask(redis.uri(), RedisCommands::ping));

            redis.start();
            assertThat(ask(redis.uri(), RedisCommands::dbsize)).isEqualTo(0L);
        }
    }

    @Test
    void doesNotWaitForADockerEngineThatIsSilent() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(DockerEngine.hasImage(
                            silent.getLocalSocketAddress(), RedisContainer.IMAGE, Duration.ofMillis(100)))
                    .isFalse();
        }
    }

    @Test
    void readsTheAddressOfADockerEngine() {
        assertThat(DockerEngine.address("tcp://127.0.0.1:2375")).hasToString("Optional[/127.0.0.1:2375]");
        assertThat(DockerEngine.address("unix:///run/docker.sock")).hasToString("Optional[/run/docker.sock]");
        assertThat(DockerEngine.address("npipe:////./pipe/docker_engine")).isEmpty();
    }

    private static Object ask(String uri, Function<RedisCommands<String, String>, Object> question) {
        try (RedisClient client = RedisClient.create(uri);
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return question.apply(connection.sync());
        }
    }
}
