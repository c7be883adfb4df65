package io.github.sluice.sample.convert;

import java.util.List;
import java.util.Optional;

/**
 * A place for a filter in the properties of a gateway.
 *
 * @param names the names that lead there
 */
record Slot(List<String> names) {

    /** What the properties of the gateway begin with. */
    static final List<String> PREFIX = List.of("spring", "cloud", "gateway", "server", "webflux");

    /** What they began with before version 5. */
    static final List<String> OLD_PREFIX = PREFIX.subList(0, 3);

    private static final int BY_DEFAULT = PREFIX.size() + 2;
    private static final int ON_ROUTE = PREFIX.size() + 4;

    /** The slot that these names lead to, or past. */
    static Optional<Slot> on(List<String> names) {
        if (!startsWith(names, PREFIX)) {
            return Optional.empty();
        }
        if (names.size() >= BY_DEFAULT && isAt(names, 0, "defaultfilters") && isIndex(names, 1)) {
            return Optional.of(new Slot(names.subList(0, BY_DEFAULT)));
        }
        return names.size() >= ON_ROUTE
                        && isAt(names, 0, "routes")
                        && isIndex(names, 1)
                        && isAt(names, 2, "filters")
                        && isIndex(names, 3)
                ? Optional.of(new Slot(names.subList(0, ON_ROUTE)))
                : Optional.empty();
    }

    static boolean startsWith(List<String> names, List<String> beginning) {
        return names.size() >= beginning.size()
                && names.subList(0, beginning.size()).equals(beginning);
    }

    private static boolean isAt(List<String> names, int position, String name) {
        return names.get(PREFIX.size() + position).equals(name);
    }

    private static boolean isIndex(List<String> names, int position) {
        return names.get(PREFIX.size() + position).matches("\\[\\d+]");
    }

    int length() {
        return names.size();
    }

    boolean isForAllRoutes() {
        return length() == BY_DEFAULT;
    }

    boolean isOnSameRouteAs(Slot other) {
        return names.subList(0, BY_DEFAULT).equals(other.names.subList(0, BY_DEFAULT));
    }
}
