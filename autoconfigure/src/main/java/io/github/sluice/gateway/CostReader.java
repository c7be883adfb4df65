package io.github.sluice.gateway;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import io.github.sluice.gateway.cost.CostResolver;
import io.github.sluice.gateway.cost.CostRule;
import io.github.sluice.gateway.cost.CostRules;
import io.github.sluice.gateway.cost.ForwardedPath;
import io.github.sluice.gateway.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpMethod;
import org.springframework.web.util.pattern.PathPattern;
import reactor.core.publisher.Mono;

/** Reads the arguments {@code cost} and {@code costs}, and refuses a cost that could never pass. */
final class CostReader {

    private final ArgumentReader arguments;
    private final Optional<Policy> policy;
    private final Map<String, Plan> plans;

    CostReader(ArgumentReader arguments, Optional<Policy> policy, Map<String, Plan> plans) {
        this.arguments = arguments;
        this.policy = policy;
        this.plans = plans;
    }

    CostResolver read() {
        CostResolver otherwise = baseCost();
        if (!arguments.has("costs")) {
            return otherwise;
        }
        List<CostRule> rules = new ArrayList<>();
        for (Object element : arguments.elements("costs")) {
            if (element instanceof CostRule rule) {
                checkCost(arguments, "costs", rule.cost());
                rules.add(rule);
            }
        }
        if (rules.isEmpty()) {
            arguments.groups("costs").forEach(group -> rules.add(rule(group)));
        }
        return new CostRules(rules, otherwise);
    }

    private CostResolver baseCost() {
        Object cost = arguments.raw("cost").orElse(1L);
        if (cost instanceof CostResolver resolver) {
            return resolver;
        }
        long tokens = arguments.wholeNumber("cost", 0, RefillRate.MOST_TOKENS).orElse(1L);
        checkCost(arguments, "cost", tokens);
        plans.forEach((name, plan) -> {
            Optional<Policy> limits = Plan.policy(plan, FilterSettings.DEFAULT_NAME);
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

    private void checkCost(ArgumentReader reader, String argument, long cost) {
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

    private CostRule rule(ArgumentReader group) {
        group.refuseOthers("methods", "paths", "headers", "query", "cost");
        long cost = group.require(
                "cost",
                group.wholeNumber("cost", 0, RefillRate.MOST_TOKENS),
                "Write what a request that matches costs, such as cost: 10");
        checkCost(group, "cost", cost);
        List<HttpMethod> methods = group.each("methods", Exemptions::method);
        List<PathPattern> paths = group.each("paths", ForwardedPath::pattern);
        return new CostRule(methods, paths, group.named("headers"), group.named("query"), cost);
    }
}
