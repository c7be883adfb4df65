package io.github.sluice.sample.convert;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/** The arguments of one filter by name, whatever the spelling, and which of them somebody has asked for. */
final class WrittenArguments {

    private static final String ARGS = "args";
    private static final List<String> SHORT_FORM = List.of("replenishRate", "burstCapacity", "key-resolver");

    private final SourceText source;
    private final Map<String, Argument> byName = new LinkedHashMap<>();
    private final Set<String> read = new LinkedHashSet<>();
    private boolean shortForm;

    WrittenArguments(SourceText source) {
        this.source = source;
    }

    /** Takes what stands at a path below the filter, such as {@code args.key-resolver}. */
    void add(String path, Node node) {
        if (node.getAnchor() != null) {
            throw new BrokenFileException(
                    source.place(node.getStartMark()),
                    "the anchor &" + node.getAnchor() + " stands in a RequestRateLimiter filter, which is replaced",
                    "Write its value out wherever *" + node.getAnchor() + " stands, and remove the anchor");
        }
        addAliased(path, node);
    }

    // A node that an alias refers to stands elsewhere, and has an anchor there.
    private void addAliased(String path, Node node) {
        if (node instanceof ScalarNode scalar) {
            addText(path, scalar.getValue().strip(), scalar.getStartMark());
        } else if (node instanceof MappingNode mapping) {
            mapping.getValue().forEach(tuple -> addEntry(path, tuple));
        } else {
            throw new BrokenFileException(
                    source.place(node.getStartMark()),
                    "a RequestRateLimiter filter has a list where it takes one value",
                    "Write the one value");
        }
    }

    private void addEntry(String path, NodeTuple tuple) {
        if (tuple.getKeyNode() instanceof ScalarNode key) {
            String below = key.getTag().equals(Tag.MERGE)
                    ? path
                    : path.isEmpty() ? key.getValue() : path + '.' + key.getValue();
            Node value = tuple.getValueNode();
            if (isAlias(key, value)) {
                addAliased(below, value);
            } else {
                add(below, value);
            }
        }
    }

    private static boolean isAlias(ScalarNode key, Node value) {
        return value.getAnchor() != null
                && value.getEndMark().getIndex() < key.getStartMark().getIndex();
    }

    private void addText(String path, String text, Mark mark) {
        if (path.isEmpty()) {
            addShortForm(text, mark);
        } else if (path.matches(ARGS + "[.\\[].*")) {
            // In brackets a name may have dots in it, as it has without.
            String name = path.substring(ARGS.length() + 1).replaceAll("[\\[\\]]", "");
            byName.put(PropertyKey.uniform(name), new Argument(name, text, mark));
        }
    }

    private void addShortForm(String text, Mark mark) {
        int sign = text.indexOf('=');
        String[] values = sign < 0 ? new String[0] : text.substring(sign + 1).split(",");
        for (int i = 0; i < Math.min(values.length, SHORT_FORM.size()); i++) {
            if (!values[i].isBlank()) {
                shortForm = true;
                byName.put(
                        PropertyKey.uniform(SHORT_FORM.get(i)),
                        new Argument(SHORT_FORM.get(i), values[i].strip(), mark));
            }
        }
    }

    /** Whether values stand behind the name of the filter, which the gateway reads for other filters only. */
    boolean areInShortForm() {
        return shortForm;
    }

    /** The first of these that is written; all of them count as read. */
    Optional<Argument> find(String... names) {
        Optional<Argument> found = Optional.empty();
        for (String name : names) {
            read.add(PropertyKey.uniform(name));
            if (found.isEmpty()) {
                found = Optional.ofNullable(byName.get(PropertyKey.uniform(name)));
            }
        }
        return found.filter(argument -> !argument.value().isEmpty());
    }

    boolean haveAny(String beginning) {
        return byName.keySet().stream().anyMatch(name -> name.startsWith(PropertyKey.uniform(beginning)));
    }

    /** What nobody has asked for. */
    List<Argument> unread() {
        List<Argument> unread = new ArrayList<>();
        byName.forEach((name, argument) -> {
            if (!read.contains(name)) {
                unread.add(argument);
            }
        });
        return unread;
    }
}
