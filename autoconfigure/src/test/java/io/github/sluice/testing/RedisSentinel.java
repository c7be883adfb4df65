package io.github.sluice.testing;

import static java.util.stream.Collectors.joining;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/** A Redis with a replica, and three sentinels that agree within seconds when it is gone. */
public final class RedisSentinel implements AutoCloseable {

    /** As {@code spring.data.redis.sentinel.master} takes it. */
    public static final String MASTER_NAME = "sluice";

    private static final int SENTINELS = 3;
    private static final int QUORUM = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final FaultyRedis first = new FaultyRedis();
    private final FaultyRedis second =
            new FaultyRedis(List.of("replicaof %s %d".formatted(first.host(), first.port())));
    private final List<FaultyRedis> sentinels = Stream.generate(() -> new FaultyRedis(
                    List.of(
                            "sentinel monitor %s %s %d %d".formatted(MASTER_NAME, first.host(), first.port(), QUORUM),
                            "sentinel down-after-milliseconds %s 1000".formatted(MASTER_NAME),
                            "sentinel failover-timeout %s 3000".formatted(MASTER_NAME)),
                    "--sentinel"))
            .limit(SENTINELS)
            .toList();

    private RedisSentinel() {}

    /** Returns when the replica follows and every sentinel knows it and the other sentinels. */
    public static RedisSentinel running() {
        RedisSentinel sentinel = new RedisSentinel();
        try {
            sentinel.first.start();
            sentinel.second.start();
            // Sentinels ask a master for its replicas when they meet it, and then every 10 s only.
            await().atMost(PATIENCE).until(sentinel::isReplicated);
            sentinel.sentinels.forEach(FaultyRedis::start);
            await().atMost(PATIENCE).until(() -> sentinel.sentinels.stream().allMatch(RedisSentinel::isReady));
            return sentinel;
        } catch (ConditionTimeoutException e) {
            String output = sentinel.processes().map(FaultyRedis::output).collect(joining("\n"));
            sentinel.close();
            throw new IllegalStateException("The sentinels are not ready after " + PATIENCE + ":\n" + output, e);
        } catch (RuntimeException e) {
            sentinel.close();
            throw e;
        }
    }

    private boolean isReplicated() {
        return second.command("INFO", "replication").contains("master_link_status:up")
                && first.command("INFO", "replication").contains("state=online");
    }

    private static boolean isReady(FaultyRedis sentinel) {
        String master = sentinel.command("SENTINEL", "MASTER", MASTER_NAME);
        return master.contains("flags\nmaster\n")
                && master.contains("num-slaves\n1\n")
                && master.contains("num-other-sentinels\n%d\n".formatted(SENTINELS - 1))
                && sentinel.command("SENTINEL", "REPLICAS", MASTER_NAME).contains("master-link-status\nok\n");
    }

    /** {@code host:port,host:port,..}, as {@code spring.data.redis.sentinel.nodes} takes it. */
    public String sentinels() {
        return sentinels.stream().map(FaultyRedis::address).collect(joining(","));
    }

    /** Whom a sentinel takes for the master: after a kill the dead one, until the replica follows. */
    public FaultyRedis master() {
        String address = sentinels.stream()
                .filter(FaultyRedis::responds)
                .findFirst()
                .orElseThrow()
                .command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER_NAME)
                .replace('\n', ':');
        return Stream.of(first, second)
                .filter(redis -> redis.address().equals(address))
                .findFirst()
                .orElseThrow();
    }

    /** Kills the master at once, and returns it. */
    public FaultyRedis killMaster() {
        FaultyRedis master = master();
        master.kill();
        return master;
    }

    private Stream<FaultyRedis> processes() {
        return Stream.concat(sentinels.stream(), Stream.of(second, first));
    }

    @Override
    public void close() {
        processes().forEach(FaultyRedis::close);
    }
}
