package io.github.sluice.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.github.sluice.testing.FaultyRedis.Conversation;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
final class FaultFixturesIT {

    private static final Duration FAILOVER = Duration.ofSeconds(30);

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void comesBackEmptyOnTheSamePort(boolean paused, boolean killed) {
        try (FaultyRedis redis = FaultyRedis.running()) {
            int port = redis.port();
            redis.command("SET", "key", "a value");
            redis.command("CONFIG", "SET", "maxmemory", "1");
            assertThat(redis.command("KEYS", "*")).isEqualTo("key");

            if (paused) {
                redis.pause();
            }
            if (killed) {
                redis.kill();
            } else {
                redis.stop();
            }
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> redis.command("PING"))
                    .withCauseInstanceOf(ConnectException.class);

            redis.start();
            assertThat(redis.port()).isEqualTo(port);
            assertThat(redis.command("DBSIZE")).isEqualTo("0");
            assertThat(redis.command("CONFIG", "GET", "maxmemory")).isEqualTo("maxmemory\n0");
        }
    }

    @Test
    void endsInOrderWhenStoppedAndAtOnceWhenKilled() {
        try (FaultyRedis redis = FaultyRedis.running()) {
            redis.kill();
            assertThat(redis.output()).doesNotContain("bye bye");
            redis.restart();
            redis.restart();
            assertThat(redis.output()).containsOnlyOnce("bye bye");
        }
    }

    @Test
    void answersNothingWhilePaused() {
        try (FaultyRedis redis = FaultyRedis.running()) {
            redis.pause();
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> redis.command("SET", "key", "value"))
                    .withCauseInstanceOf(SocketTimeoutException.class);

            redis.resume();
            assertThat(redis.command("GET", "other")).isEqualTo("(nil)");
            assertThat(redis.command("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void throwsWhatRedisAnswersAsAnError() {
        try (FaultyRedis redis = FaultyRedis.running()) {
            redis.command("CONFIG", "SET", "maxmemory", "1");

            assertThatIllegalStateException()
                    .isThrownBy(() -> redis.command("SET", "key", "value"))
                    .withMessageStartingWith("OOM command not allowed");
        }
    }

    @Test
    void takesCommandsWhereOthersNeedAPassword() {
        try (FaultyRedis redis = FaultyRedis.running()) {
            redis.command("CONFIG", "SET", "requirepass", "secret");
            assertThatExceptionOfType(RedisConnectionException.class)
                    .isThrownBy(() -> ask(redis.port(), RedisCommands::ping))
                    .havingRootCause()
                    .withMessageContaining("NOAUTH");

            redis.command("CONFIG", "SET", "requirepass", "");
            assertThat(ask(redis.port(), RedisCommands::ping)).isEqualTo("PONG");
        }
    }

    @Test
    void endsWithTheJvmThatStartedIt(@TempDir Path litter) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process jvm = new ProcessBuilder(
                        java,
                        "-Djava.io.tmpdir=" + litter,
                        "-cp",
                        System.getProperty("java.class.path"),
                        ForsakenRedis.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String port = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();

        await().atMost(Duration.ofSeconds(10)).until(() -> refusesConnections(Integer.parseInt(port)));
    }

    private static boolean refusesConnections(int port) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return !socket.isConnected();
        } catch (ConnectException refused) {
            return true;
        }
    }

    static final class ForsakenRedis {

        public static void main(String[] args) {
            System.out.println(FaultyRedis.running().port());
            // No shutdown hook runs.
            Runtime.getRuntime().halt(1);
        }
    }

    @Test
    void delaysAnswersInTheirOrder() throws IOException {
        try (FaultyRedis redis = FaultyRedis.running();
                SlowProxy proxy = new SlowProxy(redis.host(), redis.port());
                Conversation conversation = new Conversation(proxy.port())) {
            assertThat(conversation.ask("PING")).isEqualTo("PONG");
            proxy.delay(Duration.ofSeconds(1));
            int count = 200;

            long startNanos = System.nanoTime();
            for (int i = 1; i <= count; i++) {
                conversation.tell("INCR", "key");
            }
            for (int i = 1; i <= count; i++) {
                assertThat(conversation.answer()).isEqualTo(Integer.toString(i));
            }
            assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));

            proxy.delay(Duration.ZERO);
            assertThat(conversation.ask("GET", "key")).isEqualTo("200");
        }
    }

    @Test
    void delaysManyPacketsAtTheSameTime() throws IOException {
        try (FaultyRedis redis = FaultyRedis.running();
                SlowProxy proxy = new SlowProxy(redis.host(), redis.port());
                Conversation conversation = new Conversation(proxy.port())) {
            String value = "0123456789".repeat(500_000);
            redis.command("SET", "key", value);
            proxy.delay(Duration.ofMillis(500));

            // 306 buffers at least, one after the other, would be late by 153 s.
            long startNanos = System.nanoTime();
            assertThat(conversation.ask("GET", "key")).isEqualTo(value);
            assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
                    .isBetween(Duration.ofMillis(500), Duration.ofSeconds(20));
        }
    }

    @Test
    void cutsConnectionsAndAcceptsNewOnes() throws IOException {
        try (FaultyRedis redis = FaultyRedis.running();
                SlowProxy proxy = new SlowProxy(redis.host(), redis.port());
                Conversation first = new Conversation(proxy.port())) {
            assertThat(first.ask("PING")).isEqualTo("PONG");
            proxy.cut();
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> first.ask("PING"));

            try (Conversation second = new Conversation(proxy.port())) {
                assertThat(second.ask("PING")).isEqualTo("PONG");
                redis.stop();
                assertThatExceptionOfType(IOException.class).isThrownBy(() -> second.ask("PING"));
            }
        }
    }

    @Test
    void promotesTheReplicaOfAKilledMaster() {
        try (RedisCluster cluster = RedisCluster.running();
                RedisClusterClient client =
                        RedisClusterClient.create(Arrays.stream(cluster.nodes().split(","))
                                .map(address -> RedisURI.create("redis://" + address))
                                .toList())) {
            try (StatefulRedisClusterConnection<String, String> connection = client.connect()) {
                IntStream.range(0, 300)
                        .forEach(i -> assertThat(connection.sync().set("key" + i, "value"))
                                .isEqualTo("OK"));
            }
            assertThat(cluster.keysPerMaster()).hasSize(3).doesNotContainValue(0);
            assertThat(cluster.keysPerMaster().values())
                    .satisfies(counts -> assertThat(
                                    counts.stream().mapToInt(Integer::intValue).sum())
                            .isEqualTo(300));

            FaultyRedis killed = cluster.killMasterOf("key1");
            assertThat(cluster.keysPerMaster()).hasSize(2).doesNotContainKey(killed.address());
            await().atMost(FAILOVER).until(() -> cluster.masterOf("key1") != killed);
            await().atMost(FAILOVER)
                    .ignoreException(IllegalStateException.class)
                    .until(() -> cluster.masterOf("key1")
                            .command("SET", "key1", "changed")
                            .equals("OK"));

            killed.start();
            await().atMost(FAILOVER).until(() -> killed.command("ROLE").startsWith("slave"));
            assertThat(cluster.masterOf("key1")).isNotSameAs(killed);
        }
    }

    @Test
    void promotesTheReplicaWhenSentinelsMissTheMaster() {
        try (RedisSentinel sentinel = RedisSentinel.running()) {
            assertThat(sentinel.sentinels().split(",")).hasSize(3);
            FaultyRedis killed = sentinel.killMaster();

            await().atMost(FAILOVER).until(() -> sentinel.master() != killed);
            assertThat(sentinel.master().command("SET", "key", "value")).isEqualTo("OK");
        }
    }

    private static Object ask(int port, Function<RedisCommands<String, String>, Object> question) {
        try (RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", port));
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return question.apply(connection.sync());
        }
    }
}
