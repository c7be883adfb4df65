package io.github.sluice.sample.convert;

import io.github.sluice.sample.convert.FoundFilter.DottedEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** What has been seen so far of the filter in one slot, of whatever name it will turn out to be. */
final class FilterParts {

    private static final String NAME = "name";

    private final Slot slot;
    private final Optional<Node> whole;
    private final boolean inBrackets;
    private final List<DottedEntry> entries = new ArrayList<>();

    FilterParts(Slot slot, Optional<Node> whole, boolean inBrackets) {
        this.slot = slot;
        this.whole = whole;
        this.inBrackets = inBrackets;
    }

    void add(DottedEntry entry) {
        entries.add(entry);
    }

    boolean areOf(String filter) {
        return whole.stream().anyMatch(node -> isOf(filter, "", node))
                || entries.stream().anyMatch(entry -> isOf(filter, entry.rest(), entry.value()));
    }

    private static boolean isOf(String filter, String rest, Node node) {
        if (node instanceof ScalarNode scalar) {
            String text = rest.isEmpty() ? scalar.getValue().split("=", 2)[0] : scalar.getValue();
            return (rest.isEmpty() || rest.equals(NAME)) && text.strip().equals(filter);
        }
        return rest.isEmpty()
                && node instanceof MappingNode mapping
                && mapping.getValue().stream()
                        .anyMatch(tuple -> tuple.getKeyNode() instanceof ScalarNode key
                                && key.getValue().equals(NAME)
                                && isOf(filter, NAME, tuple.getValueNode()));
    }

    FoundFilter read(SourceText source) {
        WrittenArguments arguments = new WrittenArguments(source);
        whole.ifPresent(node -> arguments.add("", node));
        for (DottedEntry entry : entries) {
            if (inBrackets) {
                throw new BrokenFileException(
                        source.place(entry.key().getStartMark()),
                        "a part of a RequestRateLimiter filter stands within brackets",
                        "Write " + entry.key().getValue() + " on a line of its own");
            }
            arguments.add(entry.rest(), entry.value());
        }
        return new FoundFilter(slot, whole, inBrackets, List.copyOf(entries), arguments);
    }
}
