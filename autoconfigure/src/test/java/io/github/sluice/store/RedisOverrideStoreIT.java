package io.github.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.testing.TestRedis;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.ReactiveStringRedisTemplate;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class RedisOverrideStoreIT extends OverrideStoreContract {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static LettuceConnectionFactory connections;
    private static ReactiveStringRedisTemplate redis;

    private final String prefix = "overrides-test-" + UUID.randomUUID() + ":";
    private final RedisOverrideStore store = new RedisOverrideStore(connections, prefix, MOST);

    @BeforeAll
    static void connect() {
        TestRedis server = TestRedis.shared();
        connections = new LettuceConnectionFactory(server.host(), server.port());
        connections.afterPropertiesSet();
        connections.start();
        redis = new ReactiveStringRedisTemplate(connections);
    }

    @AfterAll
    static void disconnect() {
        connections.destroy();
    }

    @Override
    OverrideStore store() {
        return store;
    }

    /** By the clock of Redis, which goes on by itself. */
    @Override
    void pass(Duration time) {
        long start = System.nanoTime();
        Awaitility.await().atMost(PATIENCE).until(() -> System.nanoTime() - start >= time.toNanos());
    }

    @Test
    void keepsOneHashThatLivesAsLongAsWhatEndsLast() {
        store.put(alice, "long", Duration.ofHours(2)).block(PATIENCE);
        store.put(bob, "short", Duration.ofHours(1)).block(PATIENCE);
        Duration left = redis.getExpire(prefix + "overrides").block(PATIENCE);
        assertThat(left).isBetween(Duration.ofMinutes(119), Duration.ofMinutes(120));
        assertThat(redis.keys(prefix + "*").collectList().block(PATIENCE)).containsExactly(prefix + "overrides");
    }

    @Test
    void dropsWhatHasEndedWithTheNextThatIsSaid() {
        store.put(alice, "short", Duration.ofMillis(1)).block(PATIENCE);
        store.put(new BucketId("carol"), "long", Duration.ofHours(1)).block(PATIENCE);
        pass(Duration.ofMillis(5));
        store.put(bob, "long", Duration.ofHours(1)).block(PATIENCE);
        assertThat(redis.opsForHash().size(prefix + "overrides").block(PATIENCE))
                .isEqualTo(2);
    }

    @Test
    void tellsOthersOfABucket() {
        Sinks.One<BucketId> told = Sinks.one();
        Disposable listening =
                new RedisOverrideStore(connections, prefix).told().subscribe(told::tryEmitValue);
        // Until it listens nobody hears.
        Awaitility.await().atMost(PATIENCE).until(() -> {
            store.tell(alice).block(PATIENCE);
            return told.asMono()
                    .timeout(Duration.ofMillis(50), Mono.empty())
                    .blockOptional()
                    .isPresent();
        });
        assertThat(told.asMono().block(PATIENCE)).isEqualTo(alice);
        listening.dispose();
    }
}
