package io.github.sluice.sample.convert;

import io.github.sluice.sample.convert.GatewayDocument.KeyMove;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * A key that may lead from {@code spring.cloud.gateway} to properties that are under
 * {@code spring.cloud.gateway.server.webflux} since version 5.
 *
 * @param path the names above the key
 * @param key the key
 * @param property its names
 * @param value what stands behind it
 */
record OldPrefix(List<String> path, ScalarNode key, PropertyKey property, Node value) {

    private static final Set<String> OTHERS = Set.of("server", "mvc", "proxyexchange");
    private static final String MISSING = "server.webflux";

    /** What to add to the key; empty if it does not cross the border. */
    Optional<KeyMove> move() {
        int border = Slot.OLD_PREFIX.size() - path.size();
        if (border < 0 || !isOnOldPrefix() || property.segments().size() < border) {
            return Optional.empty();
        }
        if (property.segments().size() > border) {
            PropertyKey.Segment next = property.segments().get(border);
            return OTHERS.contains(PropertyKey.uniform(next.name()))
                    ? Optional.empty()
                    : Optional.of(new KeyMove(key, next.start(), MISSING + '.'));
        }
        return border > 0 && value instanceof MappingNode below && movesAsAWhole(below)
                ? Optional.of(new KeyMove(key, key.getValue().length(), '.' + MISSING))
                : Optional.empty();
    }

    private boolean isOnOldPrefix() {
        for (int i = 0; i < Slot.OLD_PREFIX.size(); i++) {
            int inKey = i - path.size();
            String name = inKey < 0
                    ? path.get(i)
                    : inKey < property.names().size() ? property.names().get(inKey) : "";
            if (!name.equals(Slot.OLD_PREFIX.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean movesAsAWhole(MappingNode below) {
        return below.getValue().stream()
                .allMatch(tuple -> tuple.getKeyNode() instanceof ScalarNode child
                        && PropertyKey.of(child.getValue()).names().stream()
                                .findFirst()
                                .filter(OTHERS::contains)
                                .isEmpty());
    }
}
