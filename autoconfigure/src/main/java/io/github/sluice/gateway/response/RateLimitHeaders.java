package io.github.sluice.gateway.response;

import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.DecisionSource;
import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.LimitState;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Writes the state of one filter's limits into the headers of a response. Several filters, and an upstream that limits
 * too, end up in one list, the outermost first.
 *
 * <p>Not part of the API.
 */
public final class RateLimitHeaders {

    static final String POLICY = "RateLimit-Policy";
    static final String STATE = "RateLimit";
    static final String LIMIT = "X-RateLimit-Limit";
    static final String REMAINING = "X-RateLimit-Remaining";
    static final String RESET = "X-RateLimit-Reset";
    static final String REQUESTED_TOKENS = "X-RateLimit-Requested-Tokens";
    static final String BURST_CAPACITY = "X-RateLimit-Burst-Capacity";
    static final String REPLENISH_RATE = "X-RateLimit-Replenish-Rate";

    private static final List<String> ALL =
            List.of(POLICY, STATE, LIMIT, REMAINING, RESET, REQUESTED_TOKENS, BURST_CAPACITY, REPLENISH_RATE);

    private final boolean ietf;
    private final boolean xRateLimit;
    private final boolean springCloudGateway;
    private final List<String> names;
    private final String policies;

    /**
     * The headers of one filter on one route.
     *
     * @param styles the fields to write
     * @param limits the limits of the filter
     * @param names the name of each limit on this route
     */
    public RateLimitHeaders(Set<HeaderStyle> styles, List<Limit> limits, List<String> names) {
        this.ietf = styles.contains(HeaderStyle.IETF);
        this.xRateLimit = styles.contains(HeaderStyle.X_RATELIMIT);
        this.springCloudGateway = styles.contains(HeaderStyle.SPRING_CLOUD_GATEWAY);
        this.names = names.stream().map(RateLimitHeaders::quoted).toList();
        List<String> items = new ArrayList<>();
        for (int i = 0; i < limits.size(); i++) {
            Limit limit = limits.get(i);
            items.add(this.names.get(i) + ";q=" + limit.capacity() + ";w=" + Seconds.atLeastOne(limit.timeToFill()));
        }
        this.policies = String.join(", ", items);
    }

    /**
     * Writes a decision.
     *
     * @param headers the headers of the response, not committed yet
     * @param decision the decision; nothing is written if it does not know the bucket that all
     *     gateways share
     */
    public void write(HttpHeaders headers, Decision decision) {
        if (!decision.isKnown() || decision.source() == DecisionSource.LOCAL) {
            return;
        }
        if (ietf) {
            putFirst(headers, POLICY, policies);
            putFirst(headers, STATE, states(decision));
        }
        if (!xRateLimit && !springCloudGateway) {
            return;
        }
        LimitState scarcest = scarcest(decision.limits());
        // Both styles share this field; an inner filter, or the upstream, may have fewer left.
        if (remainsLess(headers, scarcest.remaining())) {
            return;
        }
        if (xRateLimit) {
            headers.set(LIMIT, Long.toString(scarcest.limit().capacity()));
            headers.set(REMAINING, Long.toString(scarcest.remaining()));
            headers.set(RESET, Long.toString(Seconds.roundedUp(scarcest.untilFull())));
        }
        if (springCloudGateway) {
            headers.set(REMAINING, Long.toString(scarcest.remaining()));
            headers.set(REQUESTED_TOKENS, Long.toString(decision.cost()));
            headers.set(BURST_CAPACITY, Long.toString(scarcest.limit().capacity()));
            headers.set(REPLENISH_RATE, tokensPerSecond(scarcest.limit()));
        }
    }

    /**
     * Takes back what filters wrote, before the chain runs once more.
     *
     * @param headers the headers of the response
     */
    public static void clear(HttpHeaders headers) {
        ALL.forEach(headers::remove);
    }

    private String states(Decision decision) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            LimitState state = decision.limits().get(i);
            text.append(i == 0 ? "" : ", ").append(names.get(i)).append(";r=").append(state.remaining());
            Optional<Duration> wait = state.untilNextToken();
            if (wait.isPresent()) {
                text.append(";t=").append(Seconds.roundedUp(wait.get()));
            }
        }
        return text.toString();
    }

    private static void putFirst(HttpHeaders headers, String name, String items) {
        List<String> others = headers.getOrEmpty(name);
        headers.set(name, others.isEmpty() ? items : items + ", " + String.join(", ", others));
    }

    private static LimitState scarcest(List<LimitState> limits) {
        LimitState scarcest = limits.get(0);
        for (LimitState state : limits) {
            if (state.remaining() < scarcest.remaining()) {
                scarcest = state;
            }
        }
        return scarcest;
    }

    private static boolean remainsLess(HttpHeaders headers, long remaining) {
        @Nullable String others = headers.getFirst(REMAINING);
        return others != null && others.matches("\\d{1,18}") && Long.parseLong(others) < remaining;
    }

    private static String tokensPerSecond(Limit limit) {
        Duration period = limit.refillRate().period();
        return BigDecimal.valueOf(limit.refillRate().tokens())
                .multiply(BigDecimal.valueOf(1_000_000_000))
                .divide(BigDecimal.valueOf(period.toNanos()), 6, RoundingMode.DOWN)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** A string of Structured Field Values, RFC 9651, section 3.3.3. */
    private static String quoted(String name) {
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
