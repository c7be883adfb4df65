package io.github.sluice.sample.convert;

import io.github.sluice.sample.convert.FoundFilter.DottedEntry;
import io.github.sluice.sample.convert.GatewayDocument.KeyMove;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.nodes.CollectionNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Walks through a YAML document as Spring flattens it to properties, and collects the filters. */
final class DocumentReader {

    private final SourceText source;
    private final Map<Slot, FilterParts> filters = new LinkedHashMap<>();
    private final Map<String, Argument> settings = new LinkedHashMap<>();
    private final List<ScalarNode> settingKeys = new ArrayList<>();
    private final List<KeyMove> moves = new ArrayList<>();
    // By identity: an alias leads to a node that has been visited, or to one that contains it.
    private final Set<Node> onTheWay = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Node> taken = Collections.newSetFromMap(new IdentityHashMap<>());

    DocumentReader(SourceText source) {
        this.source = source;
    }

    GatewayDocument read(Node document) {
        visit(List.of(), document, false);
        List<FoundFilter> ours = filters.values().stream()
                .filter(parts -> parts.areOf(FoundFilter.NAME))
                .map(parts -> parts.read(source))
                .toList();
        return new GatewayDocument(ours, settings, settingKeys, moves);
    }

    private void visit(List<String> path, Node node, boolean inBrackets) {
        if (!onTheWay.add(node)) {
            return;
        }
        if (node instanceof MappingNode mapping) {
            visitMapping(path, mapping, inBrackets || isFlow(mapping));
        } else if (node instanceof SequenceNode sequence) {
            visitSequence(path, sequence, inBrackets || isFlow(sequence));
        }
        onTheWay.remove(node);
    }

    private static boolean isFlow(CollectionNode<?> node) {
        return node.getFlowStyle() == FlowStyle.FLOW;
    }

    private void visitSequence(List<String> path, SequenceNode sequence, boolean inBrackets) {
        for (int i = 0; i < sequence.getValue().size(); i++) {
            List<String> child = plus(path, List.of("[" + i + "]"));
            Node node = sequence.getValue().get(i);
            Optional<Slot> slot = Slot.on(child);
            if (slot.isPresent()) {
                takeWhole(slot.get(), node, inBrackets);
            } else {
                visit(child, node, inBrackets);
            }
        }
    }

    private void visitMapping(List<String> path, MappingNode mapping, boolean inBrackets) {
        Set<String> names = new HashSet<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                continue;
            }
            if (key.getTag().equals(Tag.MERGE)) {
                visit(path, tuple.getValueNode(), inBrackets);
            } else if (names.add(key.getValue())) {
                visitEntry(path, key, tuple.getValueNode(), inBrackets);
            } else {
                throw new BrokenFileException(
                        source.place(key.getStartMark()),
                        "the key " + key.getValue() + " is there a second time",
                        "Put what is under both under one of them");
            }
        }
    }

    private void visitEntry(List<String> path, ScalarNode key, Node value, boolean inBrackets) {
        PropertyKey property = PropertyKey.of(key.getValue());
        List<String> child = plus(path, property.names());
        Optional<KeyMove> move = new OldPrefix(path, key, property, value).move();
        if (move.isPresent()) {
            moves.add(move.get());
            child = plus(Slot.PREFIX, child.subList(Slot.OLD_PREFIX.size(), child.size()));
        }
        Optional<Slot> slot = Slot.on(child);
        if (slot.isPresent() && (child.size() > slot.get().length() || value instanceof ScalarNode)) {
            String text = move.map(KeyMove::moved).orElse(key.getValue());
            filters.computeIfAbsent(slot.get(), s -> new FilterParts(s, Optional.empty(), inBrackets))
                    .add(entry(key, value, text, child.size() - slot.get().length()));
        } else if (slot.isPresent()) {
            takeWhole(slot.get(), value, inBrackets || (value instanceof MappingNode mapping && isFlow(mapping)));
        } else if (value instanceof ScalarNode scalar && isSetting(child)) {
            settingKeys.add(key);
            String name = child.get(child.size() - 1);
            settings.put(name, new Argument(name, scalar.getValue().strip(), scalar.getStartMark()));
        } else {
            visit(child, value, inBrackets);
        }
    }

    private static boolean isSetting(List<String> names) {
        return Slot.startsWith(names, plus(Slot.PREFIX, List.of("filter", "requestratelimiter")))
                || Slot.startsWith(names, plus(Slot.PREFIX, List.of("redisratelimiter")));
    }

    private void takeWhole(Slot slot, Node node, boolean inBrackets) {
        if (taken.add(node)) {
            filters.put(slot, new FilterParts(slot, Optional.of(node), inBrackets));
        }
    }

    /** Cuts a key in two, so many names before its end. */
    private static DottedEntry entry(ScalarNode key, Node value, String text, int namesBelow) {
        List<PropertyKey.Segment> segments = PropertyKey.of(text).segments();
        int border = segments.size() - namesBelow;
        return new DottedEntry(
                key,
                value,
                text.substring(0, segments.get(border - 1).end()),
                namesBelow == 0 ? "" : text.substring(segments.get(border).start()));
    }

    private static List<String> plus(List<String> names, List<String> more) {
        List<String> all = new ArrayList<>(names);
        all.addAll(more);
        return List.copyOf(all);
    }
}
