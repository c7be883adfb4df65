package io.github.sluice.gateway;

import io.github.sluice.bucket.BucketStore;
import io.github.sluice.bucket.Limit;
import io.github.sluice.gateway.cost.CostResolver;
import io.github.sluice.gateway.cost.CostRule;
import io.github.sluice.gateway.cost.Settling;
import io.github.sluice.gateway.plan.Plan;
import io.github.sluice.gateway.server.EventLoops;
import io.github.sluice.store.StoreFailureMode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;

/**
 * The filter {@code TokenBucket}: limits the requests of a route by caller. In configuration
 * {@code TokenBucket=20, 5/s, ip, 1}; in Java:
 *
 * <pre>{@code
 * route -> route.path("/orders/**")
 *         .filters(f -> f.filter(tokenBucket.apply(c -> c.setCapacity(20).setRefillRate("5/s").setKey("ip"))))
 *         .uri("http://orders:8080")
 * }</pre>
 *
 * <p>A mistake in the arguments is refused here, when the route is built, with an {@link InvalidFilterException}; on a route
 * that comes at run time it is logged, and the route answers 500.
 */
public final class TokenBucketGatewayFilterFactory
        extends AbstractGatewayFilterFactory<TokenBucketGatewayFilterFactory.Config> {

    /**
     * The exchange attribute under which the {@link io.github.sluice.bucket.Decision} of the TokenBucket filter that decided
     * last is found.
     */
    public static final String DECISION_ATTRIBUTE = "io.github.sluice.decision";

    private static final Log LOG = LogFactory.getLog(TokenBucketGatewayFilterFactory.class);

    private final FilterDefaults defaults;
    private final SharedFilters shared;
    private final Accounts accounts;
    private final Function<StoreFailureMode, BucketStore> stores;
    private final Settler settler;
    private final VerdictListener listener;
    private final EventLoops eventLoops;

    /**
     * A factory. Not part of the API: the auto-configuration makes the one that there is.
     *
     * @param defaults what the properties say
     * @param shared sees to it that filters that share buckets agree
     * @param accounts finds what holds for a caller
     * @param stores the store for each way to go on when it fails
     * @param settler settles what was an estimate
     * @param listener is told of each verdict
     * @param eventLoops where a request goes on after its decision
     */
    public TokenBucketGatewayFilterFactory(
            FilterDefaults defaults,
            SharedFilters shared,
            Accounts accounts,
            Function<StoreFailureMode, BucketStore> stores,
            Settler settler,
            VerdictListener listener,
            EventLoops eventLoops) {
        super(Config.class);
        this.defaults = defaults;
        this.shared = shared;
        this.accounts = accounts;
        this.stores = stores;
        this.settler = settler;
        this.listener = listener;
        this.eventLoops = eventLoops;
    }

    @Override
    public List<String> shortcutFieldOrder() {
        return List.of("capacity", "refill-rate", "key", "cost");
    }

    /** A map, so that the gateway's binder keeps the names that it does not know; see {@link FilterArguments}. */
    @Override
    @SuppressWarnings("unchecked")
    public Class<Config> getConfigClass() {
        return (Class<Config>) (Class<?>) FilterArguments.class;
    }

    @Override
    public Config newConfig() {
        return new FilterArguments();
    }

    @Override
    public GatewayFilter apply(Config config) {
        FilterArguments arguments = (FilterArguments) config;
        try {
            return make(arguments);
        } catch (InvalidFilterException mistake) {
            if (arguments.route().isEmpty() || defaults.dropsRoutesWithMistakes()) {
                throw mistake;
            }
            // The gateway would drop all changes of all routes with this one. Those of the configuration have been
            // checked
            // before the start.
            LOG.error(mistake.getMessage() + ". The route answers 500 until this is corrected.");
            return new RefusedGatewayFilter(mistake);
        }
    }

    GatewayFilter make(FilterArguments arguments) {
        if (!defaults.enabled()) {
            return (exchange, chain) -> chain.filter(exchange);
        }
        FilterSettings settings = new FilterSettingsReader(defaults, arguments).read();
        shared.check(arguments.route(), settings);
        return new TokenBucketGatewayFilter(
                settings, defaults, accounts, stores.apply(settings.onStoreFailure()), settler, listener, eventLoops);
    }

    /** The arguments of the filter in Java; each is checked when the filter is made. Not for use outside {@code apply}. */
    public interface Config {

        /**
         * The tokens that the bucket holds.
         *
         * @param capacity 1 to 10<sup>12</sup>
         * @return this
         */
        Config setCapacity(long capacity);

        /**
         * How fast tokens drip in.
         *
         * @param refillRate such as {@code 5/s}, {@code 100/min} or {@code 1/10s}
         * @return this
         */
        Config setRefillRate(String refillRate);

        /**
         * Several limits, all decided together, in place of capacity and refill rate.
         *
         * @param limits at least one, each with a name of its own
         * @return this
         */
        Config setLimits(Limit... limits);

        /**
         * Plans of this route's own, in place of the global ones.
         *
         * @param plans each plan under its name
         * @return this
         */
        Config setPlans(Map<String, Plan> plans);

        /**
         * The global plans that the route obeys; all if not set.
         *
         * @param names their names, or {@code none}
         * @return this
         */
        Config setPlans(String... names);

        /**
         * Who shares a bucket; {@code ip} if not set.
         *
         * @param key key words, such as {@code api-key|ip}
         * @return this
         */
        Config setKey(String key);

        /**
         * Who shares a bucket.
         *
         * @param key finds the key; empty is a missing key
         * @return this
         */
        Config setKey(KeyResolver key);

        /**
         * The tokens that a request takes; 1 if not set.
         *
         * @param cost at least 0; 0 is free
         * @return this
         */
        Config setCost(long cost);

        /**
         * The tokens that a request takes.
         *
         * @param cost finds the cost
         * @return this
         */
        Config setCost(CostResolver cost);

        /**
         * Costs of certain requests.
         *
         * @param costs rules in their order
         * @return this
         */
        Config setCosts(CostRule... costs);

        /**
         * Takes the cost for an estimate, to be settled by the response.
         *
         * @param settling how the response tells what the request cost
         * @return this
         */
        Config setSettle(Settling settling);

        /**
         * The name of the filter's buckets and of its single limit.
         *
         * @param name printable ASCII
         * @return this
         */
        Config setName(String name);

        /**
         * Which filters share buckets; {@code route} if not set.
         *
         * @param scope {@code route}, or {@code shared}: every filter of this name, on any route
         * @return this
         */
        Config setScope(String scope);

        /**
         * Whether denials are carried out; {@code sluice.mode} if not set.
         *
         * @param mode {@code enforce}, or {@code shadow}: everything passes
         * @return this
         */
        Config setMode(String mode);

        /**
         * The requests that are not limited.
         *
         * @param ips addresses or ranges of clients
         * @param methods methods
         * @param paths patterns of paths
         * @return this
         */
        Config setExempt(List<String> ips, List<String> methods, List<String> paths);

        /**
         * What happens to a request without a key; {@code deny} if not set.
         *
         * @param mode {@code deny}, {@code allow} or {@code anonymous}
         * @return this
         */
        Config setOnMissingKey(String mode);

        /**
         * The status for a request without a key; 403 if not set.
         *
         * @param status 400 to 599
         * @return this
         */
        Config setMissingKeyStatus(int status);

        /**
         * What happens to a request when the store cannot decide; {@code sluice.store-failure.mode} if not set.
         *
         * @param mode {@code local}, {@code allow} or {@code deny}
         * @return this
         */
        Config setOnStoreFailure(String mode);

        /**
         * The headers that tell callers where they stand; {@code sluice.response.headers} if not set.
         *
         * @param styles {@code ietf}, {@code x-ratelimit}, {@code spring-cloud-gateway}; or {@code none}
         * @return this
         */
        Config setHeaders(String... styles);

        /**
         * The status of a denial; 429 if not set.
         *
         * @param status 400 to 599
         * @return this
         */
        Config setStatus(int status);
    }
}
