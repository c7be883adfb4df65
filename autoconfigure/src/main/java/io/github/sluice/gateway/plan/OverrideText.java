package io.github.sluice.gateway.plan;

import io.github.sluice.bucket.Limit;
import io.github.sluice.bucket.Policy;
import io.github.sluice.bucket.RefillRate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of an override, as gateways tell it to each other, in lines: the filter, the kind of plan, and for each limit its
 * name (none if there is a single one), capacity, and the tokens and the period of its refill rate.
 */
record OverrideText(String filter, Plan plan) {

    private static final String UNLIMITED = "unlimited";
    private static final String BLOCKED = "blocked";
    private static final String SINGLE = "single";
    private static final String SEVERAL = "several";
    private static final int LINES_PER_LIMIT = 4;

    String write() {
        List<String> lines = new ArrayList<>(List.of(filter));
        if (plan instanceof Plan.Single single) {
            lines.add(SINGLE);
            write("", single.capacity(), single.refillRate(), lines);
        } else if (plan instanceof Plan.Several several) {
            lines.add(SEVERAL);
            several.policy()
                    .limits()
                    .forEach(limit -> write(limit.name(), limit.capacity(), limit.refillRate(), lines));
        } else {
            lines.add(plan instanceof Plan.Blocked ? BLOCKED : UNLIMITED);
        }
        return String.join("\n", lines);
    }

    private static void write(String name, long capacity, RefillRate rate, List<String> lines) {
        lines.add(name);
        lines.add(String.valueOf(capacity));
        lines.add(String.valueOf(rate.tokens()));
        lines.add(rate.period().toString());
    }

    /**
     * Reads it.
     *
     * @throws RuntimeException if nobody here could have written it
     */
    static OverrideText read(String text) {
        List<String> lines = List.of(text.split("\n", -1));
        return new OverrideText(
                lines.get(0),
                switch (lines.get(1)) {
                    case UNLIMITED -> Plan.UNLIMITED;
                    case BLOCKED -> Plan.BLOCKED;
                    case SINGLE -> Plan.of(Long.parseLong(lines.get(3)), rate(lines.subList(2, lines.size())));
                    case SEVERAL -> new Plan.Several(Policy.of(limits(lines.subList(2, lines.size()))));
                    default -> throw new IllegalArgumentException("no plan is of kind " + lines.get(1));
                });
    }

    private static List<Limit> limits(List<String> lines) {
        List<Limit> limits = new ArrayList<>();
        for (int i = 0; i < lines.size(); i += LINES_PER_LIMIT) {
            List<String> limit = lines.subList(i, i + LINES_PER_LIMIT);
            limits.add(new Limit(limit.get(0), Long.parseLong(limit.get(1)), rate(limit)));
        }
        return limits;
    }

    private static RefillRate rate(List<String> limit) {
        return new RefillRate(Long.parseLong(limit.get(2)), Duration.parse(limit.get(3)));
    }
}
