package io.github.sluice.gateway;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.gateway.address.AddressRange;
import io.github.sluice.gateway.address.AddressRanges;
import io.github.sluice.gateway.cost.ForwardedPath;
import io.github.sluice.gateway.cost.Settling;
import io.github.sluice.gateway.key.CallerKey;
import io.github.sluice.gateway.plan.Plan;
import io.github.sluice.gateway.response.HeaderStyle;
import io.github.sluice.store.StoreFailureMode;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.http.HttpStatusCode;

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
        "settle",
        "name",
        "scope",
        "mode",
        "exempt",
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
        Optional<Settling> settling = new SettlingReader(arguments).read();
        Optional<Policy> policy = policy(name, plans, settling);
        return new FilterSettings(
                name,
                scope(name),
                arguments.oneOf("mode", Mode.class).orElse(defaults.mode()),
                exemptions(),
                policy,
                plans,
                key(),
                text("key", "ip"),
                new CostReader(arguments, policy, plans).read(),
                text("cost", "1"),
                arguments.elements("costs").size(),
                settling,
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

    private Optional<Policy> policy(Optional<String> name, Map<String, Plan> plans, Optional<Settling> settling) {
        Optional<Plan> own = PolicyReader.read(arguments);
        if (own.isEmpty() && plans.isEmpty()) {
            own = Optional.of(PolicyReader.single(arguments));
        }
        plans.forEach((planName, plan) -> settleable(plan, " of plan " + planName, name, settling));
        return own.flatMap(plan -> settleable(plan, "", name, settling));
    }

    private Optional<Policy> settleable(Plan plan, String whose, Optional<String> name, Optional<Settling> settling) {
        try {
            return FilterSettings.policy(plan, name, settling);
        } catch (IllegalArgumentException uncountable) {
            Object debt = settling.isPresent() && settling.get().maxDebt().isPresent()
                    ? settling.get().maxDebt().getAsLong()
                    : "the capacity" + whose;
            throw arguments.mistake("settle.max-debt", debt, String.valueOf(uncountable.getMessage()));
        }
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

    /** What is written there; a bean by its type, for its name is not known any more. */
    private String text(String argument, String otherwise) {
        Object value = arguments.raw(argument).orElse(otherwise);
        return value instanceof String || value instanceof Number
                ? value.toString().strip()
                : "#{@" + value.getClass().getSimpleName() + "}";
    }

    private Exemptions exemptions() {
        Optional<ArgumentReader> written = arguments.group("exempt");
        if (written.isEmpty()) {
            return new Exemptions(defaults.addresses(), new AddressRanges(List.of()), List.of(), List.of());
        }
        ArgumentReader group = written.get();
        group.refuseOthers("ips", "methods", "paths");
        return new Exemptions(
                defaults.addresses(),
                new AddressRanges(group.each("ips", AddressRange::parse)),
                group.each("methods", Exemptions::method),
                group.each("paths", ForwardedPath::pattern));
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
