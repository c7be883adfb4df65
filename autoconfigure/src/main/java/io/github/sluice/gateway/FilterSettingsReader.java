package io.github.sluice.gateway;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.gateway.cost.CostResolver;
import io.github.sluice.gateway.cost.CostRule;
import io.github.sluice.gateway.cost.CostRules;
import io.github.sluice.gateway.key.CallerKey;
import io.github.sluice.gateway.response.HeaderStyle;
import io.github.sluice.store.StoreFailureMode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
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

    static final String DEFAULT_NAME = "default";

    private static final String[] ARGUMENTS = {
        "capacity",
        "refill-rate",
        "limits",
        "key",
        "cost",
        "costs",
        "name",
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
        Policy policy = policy(name);
        return new FilterSettings(
                name,
                policy,
                key(),
                keyText(),
                cost(policy),
                arguments.oneOf("on-missing-key", MissingKeyMode.class).orElse(MissingKeyMode.DENY),
                status("missing-key-status", 403),
                arguments.oneOf("on-store-failure", StoreFailureMode.class).orElse(defaults.onStoreFailure()),
                headers(),
                status("status", 429));
    }

    private static String name(String text) {
        if (!Limit.isName(text)) {
            throw new IllegalArgumentException("write 1 to 64 characters of printable ASCII");
        }
        return text;
    }

    private Policy policy(Optional<String> filterName) {
        if (!arguments.has("limits")) {
            return Policy.of(limit(arguments, filterName.orElse(DEFAULT_NAME)));
        }
        for (String single : new String[] {"capacity", "refill-rate"}) {
            if (arguments.has(single)) {
                throw arguments.mistake(
                        single, arguments.text(single).orElse(""), "write either capacity and refill-rate, or limits");
            }
        }
        List<Limit> limits = new ArrayList<>();
        for (Object element : arguments.elements("limits")) {
            if (element instanceof Limit limit) {
                limits.add(limit);
            }
        }
        if (limits.isEmpty()) {
            for (ArgumentReader group : arguments.groups("limits")) {
                group.refuseOthers("name", "capacity", "refill-rate");
                limits.add(limit(
                        group,
                        group.require(
                                "name",
                                group.parsed("name", FilterSettingsReader::name),
                                "Give each limit a name of its own, such as burst or day")));
            }
        }
        String names = String.join(", ", limits.stream().map(Limit::name).toList());
        return arguments.attempt("limits", names, () -> Policy.of(limits));
    }

    private static Limit limit(ArgumentReader reader, String name) {
        long capacity = reader.require(
                "capacity",
                reader.wholeNumber("capacity", 1, RefillRate.MOST_TOKENS),
                "Write how many tokens the bucket holds, such as capacity: 20");
        RefillRate rate = reader.require(
                "refill-rate",
                reader.parsed("refill-rate", RefillRate::parse),
                "Write how fast tokens drip in, such as refill-rate: 5/s");
        return reader.attempt("refill-rate", rate, () -> new Limit(name, capacity, rate));
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

    private CostResolver cost(Policy policy) {
        CostResolver otherwise = baseCost(policy);
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

    private CostResolver baseCost(Policy policy) {
        Object cost = arguments.raw("cost").orElse(1L);
        if (cost instanceof CostResolver resolver) {
            return resolver;
        }
        long tokens = arguments.wholeNumber("cost", 0, RefillRate.MOST_TOKENS).orElse(1L);
        checkCost(arguments, policy, "cost", tokens);
        Mono<Long> fixed = Mono.just(tokens);
        return exchange -> fixed;
    }

    private static void checkCost(ArgumentReader reader, Policy policy, String argument, long cost) {
        if (!policy.canEverAllow(cost)) {
            throw reader.mistake(
                    argument,
                    cost,
                    "no request of this cost could ever pass: write at most the capacity of every limit, "
                            + policy.limits().stream()
                                    .mapToLong(Limit::capacity)
                                    .min()
                                    .orElseThrow());
        }
    }

    private CostRule rule(ArgumentReader group, Policy policy) {
        group.refuseOthers("methods", "paths", "headers", "query", "cost");
        long cost = group.require(
                "cost",
                group.wholeNumber("cost", 0, RefillRate.MOST_TOKENS),
                "Write what a request that matches costs, such as cost: 10");
        checkCost(group, policy, "cost", cost);
        List<HttpMethod> methods = group.texts("methods").stream()
                .map(text -> HttpMethod.valueOf(text.toUpperCase(java.util.Locale.ROOT)))
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
