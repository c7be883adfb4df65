package io.github.sluice.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.store.OverrideStore;
import io.github.sluice.testing.Load;
import io.github.sluice.testing.RedisCluster;
import io.github.sluice.testing.TestGateway;
import java.time.Duration;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** A gateway on a cluster of three shards, one of which dies under load. */
class RedisClusterIT {

    private static final String YAML = """
            spring.data.redis: {timeout: 2s, connect-timeout: 2s, cluster: {nodes: "%s"}}
            sluice.redis.timeout: 500ms
            management: {endpoints.web.exposure.include: ratelimits, endpoint.ratelimits.access: unrestricted}
            spring.cloud.gateway.server.webflux.routes:
              - id: callers
                uri: ${upstream}
                predicates: [Path=/callers/**]
                filters:
                  - name: TokenBucket
                    args:
                      key: header:X-Caller
                      limits:
                        - {name: burst, capacity: 3, refill-rate: 1/h}
                        - {name: day, capacity: 10, refill-rate: 10/d}
              - id: plenty
                uri: ${upstream}
                predicates: [Path=/plenty/**]
                filters: ["TokenBucket=1000000, 1000/d, everyone"]
            """;

    /** Each new caller has a bucket on any shard: until Redis decides for all of them. */
    private static void awaitExact(TestGateway gateway, String prefix) {
        int[] round = {0};
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            round[0]++;
            return IntStream.range(0, 20)
                    .allMatch(caller -> gateway.get("/callers", "X-Caller", prefix + round[0] + "." + caller)
                            .headers()
                            .firstValue("RateLimit")
                            .isPresent());
        });
    }

    private static void tellsOfOverrides(TestGateway gateway) {
        OverrideStore overrides = gateway.context().getBean(OverrideStore.class);
        BucketId bucket = new BucketId("told");
        Sinks.One<BucketId> told = Sinks.one();
        Disposable listening = overrides.told().filter(bucket::equals).subscribe(told::tryEmitValue);
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
            overrides.tell(bucket).block(Duration.ofSeconds(5));
            return told.asMono()
                    .timeout(Duration.ofMillis(50), Mono.empty())
                    .blockOptional()
                    .isPresent();
        });
        listening.dispose();
        assertThat(gateway.post(
                                "/actuator/ratelimits/callers.0",
                                "{\"caller\": \"blocked\", \"plan\": \"blocked\", \"duration\": \"1h\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(gateway.get("/callers", "X-Caller", "blocked").statusCode()).isEqualTo(429);
    }

    @Test
    void spreadsBucketsOverShardsAndSurvivesTheDeathOfOne() {
        try (RedisCluster cluster = RedisCluster.running();
                TestGateway gateway = TestGateway.with(YAML.formatted(cluster.nodes()))) {
            // Before, a cold connection to a shard may take longer than a decision has.
            awaitExact(gateway, "warm");
            IntStream.range(0, 60)
                    .forEach(caller -> assertThat(gateway.statuses(4, "/callers", "X-Caller", "a" + caller))
                            .containsExactly(200, 200, 200, 429));
            assertThat(cluster.keysPerMaster())
                    .hasSize(3)
                    .allSatisfy((master, keys) -> assertThat(keys).isPositive());
            tellsOfOverrides(gateway);
            try (Load load =
                    Load.every(Duration.ofMillis(10), gateway.uri("/plenty").toString())) {
                load.awaitStateKnown(true);
                cluster.killMasterOf("sluice:warm-up");
                long killedNanos = System.nanoTime();
                load.await(200);
                awaitExact(gateway, "b");
                System.out.printf(
                        "A shard died: exact limits for new callers after %.1f s, longest request %s%n",
                        (System.nanoTime() - killedNanos) / 1e9,
                        load.answers().stream()
                                .map(Load.Answer::duration)
                                .max(Duration::compareTo)
                                .orElseThrow());
                load.await(50);
                assertThat(load.answers()).extracting(Load.Answer::status).containsOnly(200);
            }
            IntStream.range(0, 20)
                    .forEach(caller -> assertThat(gateway.statuses(4, "/callers", "X-Caller", "c" + caller))
                            .containsExactly(200, 200, 200, 429));
        }
    }
}
