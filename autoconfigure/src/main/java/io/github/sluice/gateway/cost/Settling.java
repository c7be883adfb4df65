package io.github.sluice.gateway.cost;

import io.github.sluice.bucket.RefillRate;
import io.github.sluice.gateway.key.HeaderNames;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;

/**
 * How the cost of a request is known afterwards: by a header of its response, or by the status for which it costs nothing.
 * {@code Settling.byHeader("X-Tokens-Used").refundOn("5xx").maxDebt(1000)}.
 */
public final class Settling {

    /** The header that a response tells its cost in, if no other is named. */
    public static final String DEFAULT_HEADER = "X-Sluice-Cost";

    private final String header;
    private final List<StatusRange> refundOn;
    private final OptionalLong maxDebt;

    private Settling(String header, List<StatusRange> refundOn, OptionalLong maxDebt) {
        this.header = header;
        this.refundOn = refundOn;
        this.maxDebt = maxDebt;
    }

    /**
     * By a header.
     *
     * @param name the header's name (RFC 9110, section 5.1)
     * @return settling that gives nothing back by status, with as much debt as the capacity
     * @throws IllegalArgumentException if no header may be called so; the message says what to write instead
     */
    public static Settling byHeader(String name) {
        return new Settling(HeaderNames.parse(name), List.of(), OptionalLong.empty());
    }

    /**
     * The same, and requests that are answered with one of these cost nothing, whatever the header says.
     *
     * @param statuses such as {@code 503} or {@code 5xx}
     * @return more settling
     * @throws IllegalArgumentException if one is neither; the message says what to write instead
     */
    public Settling refundOn(String... statuses) {
        List<StatusRange> ranges = new ArrayList<>(refundOn);
        Stream.of(statuses).map(StatusRange::parse).forEach(ranges::add);
        return new Settling(header, List.copyOf(ranges), maxDebt);
    }

    /**
     * The same, but so far below 0 may it charge a bucket.
     *
     * @param tokens 0 to 10<sup>12</sup>
     * @return other settling
     */
    public Settling maxDebt(long tokens) {
        return new Settling(header, refundOn, OptionalLong.of(tokens));
    }

    /**
     * The header.
     *
     * @return its name
     */
    public String header() {
        return header;
    }

    /**
     * How far below 0 it may charge a bucket.
     *
     * @return tokens; empty for as many as the bucket holds
     */
    public OptionalLong maxDebt() {
        return maxDebt;
    }

    /**
     * What a response tells.
     *
     * @param status its status; null if it has none
     * @param headers its headers
     * @return the cost, or why it is not known
     */
    public ActualCost of(@Nullable HttpStatusCode status, HttpHeaders headers) {
        for (StatusRange range : refundOn) {
            if (status != null && range.contains(status.value())) {
                return new ActualCost.Known(0);
            }
        }
        @Nullable List<String> values = headers.get(header);
        if (values == null || values.isEmpty()) {
            return ActualCost.UNTOLD;
        }
        return values.size() == 1 ? read(values.get(0).strip()) : ActualCost.UNREADABLE;
    }

    private static ActualCost read(String text) {
        if (text.isEmpty() || text.length() > 18) {
            return ActualCost.UNREADABLE;
        }
        long tokens = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return ActualCost.UNREADABLE;
            }
            tokens = 10 * tokens + digit;
        }
        return tokens <= RefillRate.MOST_TOKENS ? new ActualCost.Known(tokens) : ActualCost.UNREADABLE;
    }
}
