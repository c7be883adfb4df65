package io.github.sluice.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Charge;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.testing.TestRedis;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.ReactiveStringRedisTemplate;
import reactor.core.publisher.Flux;

/** The script under a clock that the test sets, and under Redis's own. */
class RedisBucketStoreIT extends SettlementContract {

    private static final String PREFIX = "sluice-test:";
    private static final String CLOCK = PREFIX + "clock";
    private static final String SCRIPT =
            RedisScriptText.ofResource("token_bucket.lua").text();
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
    private final RedisBucketStore store = new RedisBucketStore(connections, PREFIX, stepped(SCRIPT));

    private static RedisScriptText stepped(String script) {
        String clock = "redis.call('LRANGE', '" + CLOCK + "', 0, 1)";
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
        real.decide(bucket, policy, takes(1L)).block(TIMEOUT);
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
                real.decide(bucket, TEN_A_SECOND, takes(2L, 0L)).block(TIMEOUT);
        assertThat(decisions).extracting(Decision::allowed).containsExactly(false, true);
        assertThat(redis.hasKey(PREFIX + bucket.value()).block(TIMEOUT)).isFalse();
    }

    @Test
    void neverStoresWithoutATimeToLiveHoweverShort() {
        Policy millionASecond = Policy.of(new Limit("default", 1, RefillRate.parse("1000000/s")));
        RedisBucketStore real = new RedisBucketStore(connections, PREFIX);
        Flux.range(0, 200)
                .concatMap(i -> real.decide(newBucket(), millionASecond, takes(1L)))
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
    void keepsADebtUntilItHasDrippedAwayAndTheBucketIsFull() {
        RedisBucketStore real = new RedisBucketStore(connections, PREFIX);
        BucketId bucket = newBucket();
        Policy policy =
                Policy.of(new Limit("default", 10, RefillRate.parse("1/h"))).withMostDebt(OptionalLong.of(20));
        real.decide(bucket, policy, List.of(Charge.settlement(100))).block(TIMEOUT);
        assertThat(millisToLive(bucket)).isBetween(hours(30) - 60_000, hours(30));
        real.decide(bucket, policy, List.of(Charge.settlement(-25))).block(TIMEOUT);
        assertThat(millisToLive(bucket)).isBetween(hours(5) - 60_000, hours(5));
        real.decide(bucket, policy, takes(1L)).block(TIMEOUT);
        assertThat(millisToLive(bucket)).isBetween(hours(6) - 60_000, hours(6));
    }

    @Test
    void storesNothingWhereASettlementChangesNothing() {
        RedisBucketStore real = new RedisBucketStore(connections, PREFIX);
        BucketId bucket = newBucket();
        real.decide(bucket, TEN_A_SECOND, List.of(Charge.settlement(-1), Charge.settlement(0)))
                .block(TIMEOUT);
        assertThat(redis.hasKey(PREFIX + bucket.value()).block(TIMEOUT)).isFalse();
    }

    @Test
    void givesBackToFullWithTheShortestTimeToLive() {
        RedisBucketStore real = new RedisBucketStore(connections, PREFIX);
        BucketId bucket = newBucket();
        Policy policy = Policy.of(new Limit("default", 10, RefillRate.parse("1/h")));
        real.decide(bucket, policy, takes(5L)).block(TIMEOUT);
        real.decide(bucket, policy, List.of(Charge.settlement(-5))).block(TIMEOUT);
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> !redis.hasKey(PREFIX + bucket.value()).block(TIMEOUT));
    }

    /** Rates that need a coarser tick or other units, capacities and debts that change, and a clock that steps back. */
    @Test
    void answersMixturesUnderChangingLimitsAsTheModelDoes() {
        List<Policy> policies = List.of(
                policy(10, "5/s", 10),
                policy(10, "5/s", 0),
                policy(4, "5/s", 2),
                policy(10, "7/3s", 30),
                policy(3, "1/11s", 1),
                policy(1_000_000_000_000L, "9999991/s", 1_000_000_000_000L),
                Policy.of(
                                new Limit("default", 8, RefillRate.parse("3/s")),
                                new Limit("day", 50, RefillRate.parse("5000/d")))
                        .withMostDebt(OptionalLong.of(12)));
        Random random = new Random(20261201);
        for (int round = 0; round < 10; round++) {
            BucketId bucket = newBucket();
            ModelBucket model = new ModelBucket();
            Policy policy = policies.get(0);
            long now = 1_000_000_000;
            for (int step = 0; step < 80; step++) {
                policy = random.nextInt(4) == 0 ? policies.get(random.nextInt(policies.size())) : policy;
                now += random.nextInt(8) == 0 ? -random.nextLong(20_000_000) : random.nextLong(1_500_000);
                List<Charge> charges = mixture(random);
                setClock(now);
                assertThat(decide(bucket, policy, charges))
                        .as("round %d, step %d: %s under %s", round, step, charges, policy)
                        .isEqualTo(model.decide(policy, now, charges));
            }
        }
    }

    @Test
    void decidesByTheShortWayAsByTheGeneralOne() {
        String general = SCRIPT.replace("usual = full, tick == 1 and next_limit > #policy", "usual = full, false");
        assertThat(general).isNotEqualTo(SCRIPT);
        RedisBucketStore generalStore = new RedisBucketStore(connections, PREFIX, stepped(general));
        Random random = new Random(20261201);
        BucketId bucket = newBucket();
        BucketId other = newBucket();
        long now = 1_000_000_000;
        for (int step = 0; step < 500; step++) {
            Policy policy = policy(step < 250 ? 10 : 6, "5/s", 10);
            now += random.nextInt(12) == 0 ? -random.nextLong(200_000) : random.nextLong(1_200_000);
            List<Charge> charges = mixture(random);
            setClock(now);
            assertThat(decide(bucket, policy, charges))
                    .as("step %d: %s", step, charges)
                    .isEqualTo(generalStore.decide(other, policy, charges).block(TIMEOUT));
            assertThat(stored(bucket)).isEqualTo(stored(other));
            assertThat(secondsToLive(bucket)).isCloseTo(secondsToLive(other), within(2L));
        }
    }

    private static List<Charge> mixture(Random random) {
        // Mostly takes alone, so that both ways are gone; often several equal ones in a row.
        boolean settling = random.nextInt(3) == 0;
        List<Charge> charges = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            int tokens = random.nextInt(-7, 10);
            Charge charge = settling && random.nextBoolean()
                    ? Charge.settlement(tokens)
                    : Charge.take(random.nextInt(20) == 0 ? 11 : Math.abs(tokens % 5));
            charges.addAll(Collections.nCopies(random.nextBoolean() ? 1 : random.nextInt(1, 9), charge));
        }
        return charges;
    }

    private static Policy policy(long capacity, String rate, long mostDebt) {
        return Policy.of(new Limit("default", capacity, RefillRate.parse(rate)))
                .withMostDebt(OptionalLong.of(mostDebt));
    }

    private static Optional<ByteBuffer> stored(BucketId bucket) {
        return redis.execute(connection -> connection.stringCommands().get(key(bucket)))
                .next()
                .blockOptional(TIMEOUT);
    }

    private static long millisToLive(BucketId bucket) {
        return redis.execute(connection -> connection.keyCommands().pTtl(key(bucket)))
                .blockFirst(TIMEOUT);
    }

    private static long secondsToLive(BucketId bucket) {
        return redis.execute(connection -> connection.keyCommands().ttl(key(bucket)))
                .blockFirst(TIMEOUT);
    }

    private static ByteBuffer key(BucketId bucket) {
        return ByteBuffer.wrap((PREFIX + bucket.value()).getBytes(StandardCharsets.UTF_8));
    }

    private static long hours(long hours) {
        return Duration.ofHours(hours).toMillis();
    }

    @Test
    void goesOnWhenRedisHasForgottenTheScript() {
        RedisBucketStore real = new RedisBucketStore(connections, PREFIX);
        Policy policy = Policy.of(new Limit("default", 2, RefillRate.parse("1/h")));
        BucketId bucket = newBucket();
        assertThat(real.decide(bucket, policy, takes(1L)).block(TIMEOUT))
                .extracting(Decision::allowed)
                .containsExactly(true);
        redis.execute(connection -> connection.scriptingCommands().scriptFlush())
                .blockLast(TIMEOUT);
        assertThat(real.decide(bucket, policy, takes(1L)).block(TIMEOUT))
                .extracting(Decision::allowed)
                .containsExactly(true);
        assertThat(real.decide(bucket, policy, takes(1L)).block(TIMEOUT))
                .extracting(Decision::allowed)
                .containsExactly(false);
    }

    @Test
    void decidesByTheClockOfRedis() {
        RedisBucketStore real = new RedisBucketStore(connections, PREFIX);
        Policy policy = Policy.of(new Limit("default", 1, RefillRate.parse("1/h")));
        BucketId bucket = newBucket();
        real.decide(bucket, policy, takes(1L)).block(TIMEOUT);
        List<Decision> denied = real.decide(bucket, policy, takes(1L)).block(TIMEOUT);
        assertThat(denied).hasSize(1);
        assertThat(denied.get(0).retryAfter().orElseThrow().toMinutes()).isBetween(58L, 60L);
    }

    @Test
    void reportsAnErrorForAKeyThatHoldsSomethingElse() {
        RedisBucketStore real = new RedisBucketStore(connections, PREFIX);
        BucketId bucket = newBucket();
        redis.opsForList().rightPush(PREFIX + bucket.value(), "not a bucket").block(TIMEOUT);
        reactor.test.StepVerifier.create(real.decide(bucket, TEN_A_SECOND, takes(1L)))
                .expectErrorSatisfies(error -> assertThat(error).hasStackTraceContaining("WRONGTYPE"))
                .verify(TIMEOUT);
        redis.delete(PREFIX + bucket.value()).block(TIMEOUT);
    }
}
