package io.github.sluice.autoconfigure;

import io.github.sluice.gateway.Mode;
import io.github.sluice.gateway.address.ForwardingHeader;
import io.github.sluice.gateway.plan.Plan;
import io.github.sluice.gateway.response.HeaderStyle;
import io.github.sluice.store.StoreFailureMode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What holds for all TokenBucket filters.
 *
 * @param enabled Whether TokenBucket filters limit. If false they stay known and let everything pass.
 * @param mode Whether denials are carried out by a filter that does not say so itself.
 * @param store Where buckets are kept. Redis if there is a reactive connection factory, else this gateway's memory.
 * @param redis The buckets in Redis.
 * @param keySecret The secret under which callers are hashed (HMAC-SHA-256) in the ids of buckets. Without it the hash is
 *     a plain SHA-256, by which a caller can be found by trying.
 * @param denialCache What this gateway remembers of denials.
 * @param storeFailure What happens when the store cannot decide.
 * @param local The buckets in this gateway's memory.
 * @param clientIp How the address of a client is found, and becomes a key.
 * @param apiKey Where API keys are found in a request, and whose they are.
 * @param jwt What is read from verified tokens.
 * @param plans The plans that every route obeys that names none of its own.
 * @param edge A policy by client address over all requests, before Spring Security. Off as long as no limit is set.
 * @param response What the responses of limited routes tell their callers.
 */
@ConfigurationProperties(prefix = "sluice", ignoreUnknownFields = false)
public record SluiceProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("enforce") Mode mode,
        @Nullable Store store,
        @DefaultValue Redis redis,
        @Nullable String keySecret,
        @DefaultValue DenialCache denialCache,
        @DefaultValue StoreFailure storeFailure,
        @DefaultValue Local local,
        @DefaultValue ClientIp clientIp,
        @DefaultValue @NestedConfigurationProperty ApiKeyProperties apiKey,
        @DefaultValue Jwt jwt,
        @DefaultValue Map<String, PlanProperties> plans,
        @DefaultValue @NestedConfigurationProperty EdgeProperties edge,
        @DefaultValue Response response) {

    private static final int MOST_REPLICAS = 1000;

    /** Where buckets are kept. */
    public enum Store {

        /** In Redis, shared by all gateways. */
        REDIS,

        /** In this gateway's memory, shared with nobody. */
        IN_MEMORY
    }

    /**
     * The buckets in Redis.
     *
     * @param keyPrefix What the keys in Redis begin with, without braces.
     * @param connectionFactory The name of the bean of type ReactiveRedisConnectionFactory to use. The primary one if not
     *     set.
     * @param timeout The whole wait for a decision, for each request.
     * @param maxWaiting How many requests may wait for a decision at the same time; more are decided as if Redis had failed.
     * @param coalescing Whether requests for one bucket that come during a call share the next one.
     */
    public record Redis(
            @DefaultValue("sluice:") String keyPrefix,
            @Nullable String connectionFactory,
            @DefaultValue("100ms") Duration timeout,
            @DefaultValue("10000") int maxWaiting,
            @DefaultValue("true") boolean coalescing) {}

    /**
     * What this gateway remembers of denials, so that a flood of denied requests does not reach Redis.
     *
     * @param enabled Whether it remembers any.
     * @param maxKeys How many it remembers at the most.
     * @param maxAge How long it remembers one at the most: within that a bucket that was filled, or a policy that was
     *     changed, elsewhere is obeyed.
     */
    public record DenialCache(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("100000") long maxKeys,
            @DefaultValue("1s") Duration maxAge) {}

    /**
     * What happens when the store cannot decide.
     *
     * @param mode What a filter does that does not name an on-store-failure of its own.
     * @param replicas How many gateways share the quota: in mode local each gives out that part of it. Not set counts as 1.
     * @param breaker The circuit breaker around the calls of the store.
     */
    public record StoreFailure(
            @DefaultValue("local") StoreFailureMode mode,
            @Nullable Integer replicas,
            @DefaultValue Breaker breaker) {

        private void check() {
            String prefix = "sluice.store-failure.";
            if (replicas != null && (replicas < 1 || replicas > MOST_REPLICAS)) {
                throw new InvalidPropertyException(
                        prefix + "replicas",
                        replicas,
                        "Write how many gateways share the quota, 1 to " + MOST_REPLICAS);
            }
            if (!(breaker.failureRateThreshold() > 0 && breaker.failureRateThreshold() <= 100)) {
                throw new InvalidPropertyException(
                        prefix + "breaker.failure-rate-threshold",
                        breaker.failureRateThreshold(),
                        "Write a percentage above 0, at most 100");
            }
            if (breaker.minimumCalls() < 1 || breaker.window() < breaker.minimumCalls()) {
                throw new InvalidPropertyException(
                        prefix + "breaker.minimum-calls",
                        breaker.minimumCalls(),
                        "Write a number of calls from 1 to sluice.store-failure.breaker.window, which is "
                                + breaker.window());
            }
            if (breaker.openTime().toMillis() < 1) {
                throw new InvalidPropertyException(
                        prefix + "breaker.open-time", breaker.openTime(), "Write a time above 0, such as 1s");
            }
            if (breaker.probes() < 1) {
                throw new InvalidPropertyException(
                        prefix + "breaker.probes",
                        breaker.probes(),
                        "Write how many calls it lets through, at least 1");
            }
        }

        int replicasOrOne() {
            return replicas == null ? 1 : replicas;
        }
    }

    /**
     * The circuit breaker around the calls of the store.
     *
     * @param failureRateThreshold The percentage of the latest calls that must have failed for it to open.
     * @param window How many of the latest calls it looks at.
     * @param minimumCalls How many calls it must have seen before it opens.
     * @param openTime How long it stays open before it lets a few calls through to see.
     * @param probes How many calls it lets through then.
     */
    public record Breaker(
            @DefaultValue("50") float failureRateThreshold,
            @DefaultValue("20") int window,
            @DefaultValue("5") int minimumCalls,
            @DefaultValue("1s") Duration openTime,
            @DefaultValue("2") int probes) {}

    /**
     * The buckets in this gateway's memory.
     *
     * @param maxBuckets How many buckets are kept at the most; then new keys of a policy share one.
     */
    public record Local(@DefaultValue("100000") long maxBuckets) {}

    /**
     * How the address of a client is found, and becomes a key.
     *
     * @param trustedProxies The proxies whose forwarding header is believed, as addresses or ranges such as 10.0.0.0/8. None
     *     if not set: the peer of the connection is the client.
     * @param header The header in which they tell from whom they have a request. The other one is ignored.
     * @param ipv6Prefix The leading bits of an IPv6 address that make up the key.
     */
    public record ClientIp(
            @DefaultValue List<String> trustedProxies,
            @DefaultValue("x-forwarded-for") ForwardingHeader header,
            @DefaultValue("64") int ipv6Prefix) {}

    /**
     * What is read from verified tokens.
     *
     * @param planClaim The claim that names the caller's plan.
     */
    public record Jwt(@Nullable String planClaim) {}

    /**
     * What the responses of limited routes tell their callers.
     *
     * @param headers The header fields of a filter that does not name its own.
     */
    public record Response(@DefaultValue("ietf") List<HeaderStyle> headers) {}

    Optional<String> secret() {
        return Optional.ofNullable(keySecret).filter(secret -> !secret.isBlank());
    }

    Map<String, Plan> plansByName() {
        Map<String, Plan> byName = new LinkedHashMap<>();
        plans.forEach((name, plan) -> byName.put(name, plan.toPlan("sluice.plans." + name)));
        return byName;
    }

    Optional<String> planClaim() {
        return Optional.ofNullable(jwt.planClaim()).filter(claim -> !claim.isBlank());
    }

    /** Refuses values that no type rules out. */
    void check() {
        if (redis.keyPrefix().matches(".*[{}].*")) {
            throw new InvalidPropertyException(
                    "sluice.redis.key-prefix",
                    redis.keyPrefix(),
                    "Write a prefix without braces, which Redis Cluster would read as a hash tag");
        }
        if (redis.timeout().isNegative() || redis.timeout().isZero()) {
            throw new InvalidPropertyException(
                    "sluice.redis.timeout", redis.timeout(), "Write a time above 0, such as 100ms");
        }
        if (redis.maxWaiting() < 1) {
            throw new InvalidPropertyException(
                    "sluice.redis.max-waiting", redis.maxWaiting(), "Write how many requests may wait, at least 1");
        }
        if (denialCache.maxKeys() < 1) {
            throw new InvalidPropertyException(
                    "sluice.denial-cache.max-keys",
                    denialCache.maxKeys(),
                    "Write how many denials to remember, at least 1");
        }
        if (denialCache.maxAge().toMillis() < 1) {
            throw new InvalidPropertyException(
                    "sluice.denial-cache.max-age", denialCache.maxAge(), "Write a time above 0, such as 1s");
        }
        storeFailure.check();
        apiKey.check();
        if (local.maxBuckets() < 1) {
            throw new InvalidPropertyException(
                    "sluice.local.max-buckets", local.maxBuckets(), "Write how many buckets may be kept, at least 1");
        }
        if (clientIp.ipv6Prefix() < 1 || clientIp.ipv6Prefix() > 128) {
            throw new InvalidPropertyException(
                    "sluice.client-ip.ipv6-prefix", clientIp.ipv6Prefix(), "Write 1 to 128 bits, such as 64");
        }
        if (response.headers().isEmpty()
                || (response.headers().contains(HeaderStyle.NONE)
                        && response.headers().size() > 1)) {
            throw new InvalidPropertyException(
                    "sluice.response.headers",
                    response.headers(),
                    "Write none alone, or one or more of ietf, x-ratelimit, spring-cloud-gateway");
        }
    }
}
