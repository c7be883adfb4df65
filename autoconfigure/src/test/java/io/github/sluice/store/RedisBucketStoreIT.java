package io.github.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.ReactiveStringRedisTemplate;
import reactor.core.publisher.Flux;

/** The script under a clock that the test sets, and under Redis's own. */
class RedisBucketStoreIT extends BucketStoreContract {

    private static final String PREFIX = "sluice-test:";
    private static final String CLOCK = PREFIX + "clock";
    private static final Policy TEN_A_SECOND = Policy.of(new Limit("default", 1, RefillRate.parse("10/s")));

    private static LettuceConnectionFactory connections;
    private static ReactiveStringRedisTemplate redis;

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

    /**
     * The script of production with two expressions changed: the time comes from a list that the test sets, and what is stored
     * lives for seconds in place of milliseconds, so that no real time passes for it.
     */
    private final RedisBucketStore store =
            new RedisBucketStore(connections, PREFIX, steppedScript("redis.call('LRANGE', '" + CLOCK + "', 0, 1)"));

    private static RedisScriptText steppedScript(String clock) {
        String script = RedisScriptText.ofResource("token_bucket.lua").text();
        assertThat(script).containsOnlyOnce("redis.call('TIME')").contains("'PX'");
        return RedisScriptText.of(script.replace("redis.call('TIME')", clock).replace("'PX'", "'EX'"));
    }

    @Override
    BucketStore store() {
        return store;
    }

    @Override
    void setClock(long micros) {
        redis.delete(CLOCK)
                .then(redis.opsForList()
                        .rightPushAll(CLOCK, Long.toString(micros / 1_000_000), Long.toString(micros % 1_000_000)))
                .block(TIMEOUT);
    }

    @Override
    void expire(BucketId bucket) {
        redis.delete(PREFIX + bucket.value()).block(TIMEOUT);
    }

    @Test
    void storesOneKeyWithItsTimeToLiveInTheSameCall() {
        RedisBucketStore real = new RedisBucketStore(connections, PREFIX);
        BucketId bucket = newBucket();
        Policy policy = Policy.of(
                new Limit("burst", 5, RefillRate.parse("5/s")), new Limit("day", 1000, RefillRate.parse("1000/d")));
        real.decide(bucket, policy, List.of(1L)).block(TIMEOUT);
        List<String> keys =
                redis.keys(PREFIX + bucket.value() + "*").collectList().block(TIMEOUT);
        assertThat(keys).containsExactly(PREFIX + bucket.value());
        long secondsToLive = redis.getExpire(PREFIX + bucket.value())
                .blockOptional(TIMEOUT)
                .orElseThrow()
                .toSeconds();
        assertThat(secondsToLive).isBetween(1L, 87L);
    }

    @Test
    void storesNothingOnADenialOrALook() {
        RedisBucketStore real = new RedisBucketStore(connections, PREFIX);
        BucketId bucket = newBucket();
        List<Decision> decisions =
                real.decide(bucket, TEN_A_SECOND, List.of(2L, 0L)).block(TIMEOUT);
        assertThat(decisions).extracting(Decision::allowed).containsExactly(false, true);
        assertThat(redis.hasKey(PREFIX + bucket.value()).block(TIMEOUT)).isFalse();
    }

    @Test
    void neverStoresWithoutATimeToLiveHoweverShort() {
        Policy millionASecond = Policy.of(new Limit("default", 1, RefillRate.parse("1000000/s")));
        RedisBucketStore real = new RedisBucketStore(connections, PREFIX);
        Flux.range(0, 200)
                .concatMap(i -> real.decide(newBucket(), millionASecond, List.of(1L)))
                .blockLast(TIMEOUT);
        List<String> keys = redis.keys(PREFIX + "*")
                .filter(key -> !key.equals(CLOCK))
                .collectList()
                .block(TIMEOUT);
        // A key without a time to live reports zero; one that has gone by now reports nothing.
        List<Duration> immortal = keys.stream()
                .map(key -> redis.getExpire(key).block(TIMEOUT))
                .filter(Duration.ZERO::equals)
                .toList();
        assertThat(immortal).isEmpty();
    }

    @Test
    void goesOnWhenRedisHasForgottenTheScript() {
        RedisBucketStore real = new RedisBucketStore(connections, PREFIX);
        Policy policy = Policy.of(new Limit("default", 2, RefillRate.parse("1/h")));
        BucketId bucket = newBucket();
        assertThat(real.decide(bucket, policy, List.of(1L)).block(TIMEOUT))
                .extracting(Decision::allowed)
                .containsExactly(true);
        redis.execute(connection -> connection.scriptingCommands().scriptFlush())
                .blockLast(TIMEOUT);
        assertThat(real.decide(bucket, policy, List.of(1L)).block(TIMEOUT))
                .extracting(Decision::allowed)
                .containsExactly(true);
        assertThat(real.decide(bucket, policy, List.of(1L)).block(TIMEOUT))
                .extracting(Decision::allowed)
                .containsExactly(false);
    }

    @Test
    void decidesByTheClockOfRedis() {
        RedisBucketStore real = new RedisBucketStore(connections, PREFIX);
        Policy policy = Policy.of(new Limit("default", 1, RefillRate.parse("1/h")));
        BucketId bucket = newBucket();
        real.decide(bucket, policy, List.of(1L)).block(TIMEOUT);
        List<Decision> denied = real.decide(bucket, policy, List.of(1L)).block(TIMEOUT);
        assertThat(denied).hasSize(1);
        assertThat(denied.get(0).retryAfter().orElseThrow().toMinutes()).isBetween(58L, 60L);
    }

    @Test
    void reportsAnErrorForAKeyThatHoldsSomethingElse() {
        RedisBucketStore real = new RedisBucketStore(connections, PREFIX);
        BucketId bucket = newBucket();
        redis.opsForList().rightPush(PREFIX + bucket.value(), "not a bucket").block(TIMEOUT);
        reactor.test.StepVerifier.create(real.decide(bucket, TEN_A_SECOND, List.of(1L)))
                .expectErrorSatisfies(error -> assertThat(error).hasStackTraceContaining("WRONGTYPE"))
                .verify(TIMEOUT);
        redis.delete(PREFIX + bucket.value()).block(TIMEOUT);
    }
}
