package io.github.sluice.sample.convert;

import io.github.sluice.sample.convert.GatewayDocument.KeyMove;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** One file on its way from RequestRateLimiter to TokenBucket. */
final class Conversion {

    private final SourceText source;
    private final FilterLayout layout;

    Conversion(SourceText source) {
        this.source = source;
        this.layout = new FilterLayout(source);
    }

    /** The converted file; the same if there is nothing to convert. */
    String text() {
        List<GatewayDocument> documents = source.documents().stream()
                .map(document -> new DocumentReader(source).read(document))
                .toList();
        if (documents.stream().allMatch(document -> document.filters().isEmpty())) {
            return source.text();
        }
        List<Edit> edits = new ArrayList<>();
        // The first document holds for the others too, which are profiles as a rule.
        Map<String, Argument> settings = new LinkedHashMap<>();
        List<FoundFilter> filters = new ArrayList<>();
        for (GatewayDocument document : documents) {
            settings.putAll(document.settings());
            filters.addAll(document.filters());
            Translator translator = new Translator(source, settings, List.copyOf(filters));
            edits.addAll(edits(document, translator));
        }
        SourceText converted = new SourceText(source.name() + " as converted", Edit.applyAll(source.text(), edits));
        converted.documents();
        return converted.text();
    }

    private List<Edit> edits(GatewayDocument document, Translator translator) {
        List<Edit> edits = new ArrayList<>();
        Set<ScalarNode> replaced = Collections.newSetFromMap(new IdentityHashMap<>());
        for (FoundFilter filter : document.filters()) {
            Translation translation = translator.translate(filter);
            edits.addAll(layout.edits(filter, translation));
            if (translation instanceof Translation.Converted) {
                filter.entries().forEach(entry -> replaced.add(entry.key()));
            }
        }
        for (ScalarNode key : document.settingKeys()) {
            edits.add(layout.above(
                    source.offset(key.getStartMark()),
                    List.of("# decide: no TokenBucket reads this; remove it with the last RequestRateLimiter")));
        }
        edits.addAll(moves(document.moves(), replaced));
        return edits;
    }

    private List<Edit> moves(List<KeyMove> moves, Set<ScalarNode> replaced) {
        List<Edit> edits = new ArrayList<>();
        if (!moves.isEmpty()) {
            edits.add(layout.above(
                    source.offset(moves.get(0).key().getStartMark()),
                    List.of("# differs: since version 5 the gateway reads spring.cloud.gateway.server.webflux")));
        }
        for (KeyMove move : moves) {
            if (!replaced.contains(move.key())) {
                int quote = move.key().getScalarStyle() == ScalarStyle.PLAIN ? 0 : 1;
                edits.add(Edit.insertion(
                        source.offset(move.key().getStartMark()) + quote + move.position(), move.missing()));
            }
        }
        return edits;
    }
}
