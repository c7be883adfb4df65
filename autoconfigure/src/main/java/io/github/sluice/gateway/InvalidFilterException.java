package io.github.sluice.gateway;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A mistake in the arguments of a TokenBucket filter, found when its route is built. */
public final class InvalidFilterException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String problem;
    private final String remedy;

    InvalidFilterException(Optional<String> routeId, String argument, Object value, String remedy) {
        this(
                where(routeId) + ": argument " + argument + " is \"" + value + "\"",
                Character.toUpperCase(remedy.charAt(0)) + remedy.substring(1),
                null);
    }

    private InvalidFilterException(String problem, String remedy, @Nullable Throwable cause) {
        super(problem + ". " + remedy + '.', cause);
        this.problem = problem;
        this.remedy = remedy;
    }

    static InvalidFilterException missing(Optional<String> routeId, String argument, String remedy) {
        return new InvalidFilterException(where(routeId) + ": argument " + argument + " is missing", remedy, null);
    }

    static InvalidFilterException unreadable(String routeId, RuntimeException cause) {
        return new InvalidFilterException(
                where(Optional.of(routeId)) + ": its arguments cannot be read: " + cause.getMessage(),
                "If it names a bean as \"#{@name}\", check that there is a bean of that name",
                cause);
    }

    /**
     * What is wrong, and where.
     *
     * @return names the route (from the Java DSL, which knows none, the filter), the argument and its value
     */
    public String problem() {
        return problem;
    }

    /**
     * What to write instead.
     *
     * @return a sentence without its full stop
     */
    public String remedy() {
        return remedy;
    }

    private static String where(Optional<String> routeId) {
        return routeId.map(id -> "Route \"" + id + "\", filter TokenBucket").orElse("Filter TokenBucket");
    }
}
