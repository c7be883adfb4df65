package io.github.sluice.sample.convert;

import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * A RequestRateLimiter filter, in one piece or spread over lines with keys like {@code routes[0].filters[0].args.status-code}.
 *
 * @param slot where it stands in the properties
 * @param whole the filter, if it is in one piece
 * @param inline whether it stands within brackets or behind a key, so that it has to stay on its line
 * @param entries its lines otherwise
 * @param arguments what it says
 */
record FoundFilter(
        Slot slot, Optional<Node> whole, boolean inline, List<DottedEntry> entries, WrittenArguments arguments) {

    static final String NAME = "RequestRateLimiter";

    /**
     * A line that is a part of a filter.
     *
     * @param key its key
     * @param value what stands behind it
     * @param prefix the key up to the filter, as it is to be written
     * @param rest the key behind that
     */
    record DottedEntry(ScalarNode key, Node value, String prefix, String rest) {}
}
