package io.github.sluice.gateway;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.gateway.cost.CostResolver;
import io.github.sluice.gateway.cost.CostRule;
import io.github.sluice.gateway.cost.CostRules;
import io.github.sluice.gateway.key.CallerKey;
import io.github.sluice.gateway.plan.Plan;
import io.github.sluice.gateway.response.HeaderStyle;
import io.github.sluice.store.StoreFailureMode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.core.publisher.Mono;

/** Reads and checks all arguments of a filter; the first mistake is refused with its message. */
final class FilterSettingsReader {

    private static final String[] ARGUMENTS = {
        "capacity",
        "refill-rate",
        "limits",
        "plans",
        "key",
        "cost",
        "costs",
        "name",
        "scope",
        "mode",
        "on-missing-key",
        "missing-key-status",
        "on-store-failure",
        "headers",
        "status"
    };

    private final FilterDefaults defaults;
    private final ArgumentReader arguments;

    FilterSettingsReader(FilterDefaults defaults, FilterArguments arguments) {
        this.defaults = defaults;
        this.arguments = new ArgumentReader(arguments.route(), arguments);
    }

    FilterSettings read() {
        arguments.refuseOthers(ARGUMENTS);
        Optional<String> name = arguments.parsed("name", FilterSettingsReader::name);
        Map<String, Plan> plans = new PlansReader(defaults.plans()).read(arguments);
        Optional<Policy> policy = policy(name, plans);
        return new FilterSettings(
                name,
                scope(name),
                arguments.oneOf("mode", Mode.class).orElse(defaults.mode()),
                policy,
                plans,
                key(),
                keyText(),
                cost(policy, plans),
                arguments.oneOf("on-missing-key", MissingKeyMode.class).orElse(MissingKeyMode.DENY),
                status("missing-key-status", 403),
                arguments.oneOf("on-store-failure", StoreFailureMode.class).orElse(defaults.onStoreFailure()),
                headers(),
                status("status", 429));
    }

    static String name(String text) {
        if (!Limit.isName(text)) {
            throw new IllegalArgumentException("write 1 to 64 characters of printable ASCII");
        }
        return text;
    }

    private Optional<Policy> policy(Optional<String> name, Map<String, Plan> plans) {
        Optional<Plan> own = PolicyReader.read(arguments);
        if (own.isEmpty() && plans.isEmpty()) {
            own = Optional.of(PolicyReader.single(arguments));
        }
        return own.map(plan -> plan instanceof Plan.Several several
                ? several.policy()
                : ((Plan.Single) plan).named(name.orElse(FilterSettings.DEFAULT_NAME)));
    }

    private Scope scope(Optional<String> name) {
        Scope scope = arguments.oneOf("scope", Scope.class).orElse(Scope.ROUTE);
        if (scope == Scope.SHARED && name.isEmpty()) {
            throw arguments.mistake(
                    "scope", "shared", "filters share buckets by their name: write a name too, such as name: orders");
        }
        return scope;
    }

    private CallerKey key() {
        Object key = arguments.raw("key").orElse("ip");
        if (key instanceof KeyResolver resolver) {
            return defaults.keyWords().resolver(resolver);
        }
        String text = key instanceof String words
                ? words
                : key.getClass().getName() + ", which is no org.springframework.cloud.gateway KeyResolver";
        return arguments.attempt("key", text, () -> defaults.keyWords().parse(text));
    }

    private String keyText() {
        Object key = arguments.raw("key").orElse("ip");
        return key instanceof KeyResolver ? "#{@" + key.getClass().getSimpleName() + "}" : key.toString();
    }

    private CostResolver cost(Optional<Policy> policy, Map<String, Plan> plans) {
        CostResolver otherwise = baseCost(policy, plans);
        if (!arguments.has("costs")) {
            return otherwise;
        }
        List<CostRule> rules = new ArrayList<>();
        for (Object element : arguments.elements("costs")) {
            if (element instanceof CostRule rule) {
                checkCost(arguments, policy, "costs", rule.cost());
                rules.add(rule);
            }
        }
        if (rules.isEmpty()) {
            arguments.groups("costs").forEach(group -> rules.add(rule(group, policy)));
        }
        return new CostRules(rules, otherwise);
    }

    private CostResolver baseCost(Optional<Policy> policy, Map<String, Plan> plans) {
        Object cost = arguments.raw("cost").orElse(1L);
        if (cost instanceof CostResolver resolver) {
            return resolver;
        }
        long tokens = arguments.wholeNumber("cost", 0, RefillRate.MOST_TOKENS).orElse(1L);
        checkCost(arguments, policy, "cost", tokens);
        plans.forEach((name, plan) -> {
            Optional<Policy> limits = plan instanceof Plan.Single single
                    ? Optional.of(single.named(FilterSettings.DEFAULT_NAME))
                    : Optional.ofNullable(plan instanceof Plan.Several several ? several.policy() : null);
            if (limits.isPresent() && !limits.get().canEverAllow(tokens)) {
                throw arguments.mistake(
                        "cost",
                        tokens,
                        "no request of this cost could ever pass on plan " + name + ": write at most "
                                + leastCapacity(limits.get()));
            }
        });
        Mono<Long> fixed = Mono.just(tokens);
        return exchange -> fixed;
    }

    private static void checkCost(ArgumentReader reader, Optional<Policy> policy, String argument, long cost) {
        if (policy.isPresent() && !policy.get().canEverAllow(cost)) {
            throw reader.mistake(
                    argument,
                    cost,
                    "no request of this cost could ever pass: write at most the capacity of every limit, "
                            + leastCapacity(policy.get()));
        }
    }

    private static long leastCapacity(Policy policy) {
        return policy.limits().stream().mapToLong(Limit::capacity).min().orElseThrow();
    }

    private CostRule rule(ArgumentReader group, Optional<Policy> policy) {
        group.refuseOthers("methods", "paths", "headers", "query", "cost");
        long cost = group.require(
                "cost",
                group.wholeNumber("cost", 0, RefillRate.MOST_TOKENS),
                "Write what a request that matches costs, such as cost: 10");
        checkCost(group, policy, "cost", cost);
        List<HttpMethod> methods = group.texts("methods").stream()
                .map(text -> HttpMethod.valueOf(text.toUpperCase(Locale.ROOT)))
                .toList();
        List<PathPattern> paths = group.texts("paths").stream()
                .map(text -> group.attempt("paths", text, () -> pattern(text)))
                .toList();
        return new CostRule(methods, paths, group.named("headers"), group.named("query"), cost);
    }

    private static PathPattern pattern(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("write a path pattern that begins with a slash, such as /reports/**");
        }
        String path = text.length() > 1 && text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        return PathPatternParser.defaultInstance.parse(path);
    }

    private Set<HeaderStyle> headers() {
        if (!arguments.has("headers")) {
            return defaults.headers();
        }
        List<HeaderStyle> styles = arguments.severalOf("headers", HeaderStyle.class);
        if (styles.isEmpty() || (styles.contains(HeaderStyle.NONE) && styles.size() > 1)) {
            throw arguments.mistake(
                    "headers",
                    String.join(", ", arguments.texts("headers")),
                    "write none alone, or one or more of ietf, x-ratelimit, spring-cloud-gateway");
        }
        return EnumSet.copyOf(styles);
    }

    private HttpStatusCode status(String argument, int otherwise) {
        return HttpStatusCode.valueOf(arguments
                .wholeNumber(argument, 400, 599)
                .orElse((long) otherwise)
                .intValue());
    }
}
