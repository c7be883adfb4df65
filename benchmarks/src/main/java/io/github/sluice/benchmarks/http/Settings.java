package io.github.sluice.benchmarks.http;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.convert.DurationStyle;

/**
 * How long and with what to measure.
 *
 * @param rounds how often each route has its turn
 * @param turn how long a turn is
 * @param warmUp how long each route is called before the first round
 * @param connections how many requests are under way
 * @param callers how many callers take turns
 * @param gatewayArguments arguments for the JVM of a gateway
 */
record Settings(
        int rounds, Duration turn, Duration warmUp, int connections, int callers, List<String> gatewayArguments) {

    /** Those of the system properties {@code http.*}, each with a default. */
    static Settings ofSystemProperties() {
        return new Settings(
                Integer.getInteger("http.rounds", 7),
                duration("http.turn", "3s"),
                duration("http.warm-up", "20s"),
                Integer.getInteger("http.connections", 32),
                Integer.getInteger("http.callers", 10_000),
                Stream.of(System.getProperty("http.gateway", "").split(" "))
                        .filter(argument -> !argument.isEmpty())
                        .toList());
    }

    private static Duration duration(String property, String otherwise) {
        return DurationStyle.detectAndParse(System.getProperty(property, otherwise));
    }
}
