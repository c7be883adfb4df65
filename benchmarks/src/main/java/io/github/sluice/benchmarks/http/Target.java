package io.github.sluice.benchmarks.http;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How fast a route is to be in comparison with another.
 *
 * @param route the route
 * @param reference what it is compared with
 * @param least the least ratio of their requests a second
 */
record Target(Route route, Route reference, double least) {

    private static final List<Target> ALL = List.of(
            new Target(Route.OURS_HOT, Route.THEIRS_HOT, 1.4),
            new Target(Route.OURS_HOT, Route.NO_LIMITER, 0.8),
            new Target(Route.OURS_DISTINCT, Route.THEIRS_DISTINCT, 1.15),
            new Target(Route.OURS_DENIED, Route.STATIC_DENIAL, 0.8));

    private static final double MOST_CALLS = 0.01;

    /** One line for each target. */
    static List<String> judge(Results results) {
        double calls = results.median(Route.OURS_DENIED, Turn::redisCallsPerRequest);
        return Stream.concat(
                        ALL.stream().map(target -> target.line(results)),
                        Stream.of(line(
                                Route.OURS_DENIED.title() + ", Redis calls/request",
                                calls,
                                "below",
                                MOST_CALLS,
                                calls < MOST_CALLS)))
                .toList();
    }

    private String line(Results results) {
        double ratio = results.ratio(route, reference);
        return line(route.title() + " / " + reference.title(), ratio, "at least", least, ratio >= least);
    }

    private static String line(String what, double value, String relation, double bound, boolean reached) {
        return String.format(
                Locale.ROOT, "%-64s %7.4f, %s %.2f: %s", what, value, relation, bound, reached ? "reached" : "missed");
    }
}
