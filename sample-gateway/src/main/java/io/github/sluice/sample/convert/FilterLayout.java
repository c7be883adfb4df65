package io.github.sluice.sample.convert;

import io.github.sluice.sample.convert.FoundFilter.DottedEntry;
import io.github.sluice.sample.convert.Translation.Converted;
import io.github.sluice.sample.convert.Translation.Kept;
import io.github.sluice.sample.convert.Translation.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.Node;

/** Puts a filter into the text where the other one stood, in the same layout, with the comments that stood in it above. */
final class FilterLayout {

    private static final String FILTER = "TokenBucket";
    private static final String BEFORE_COMMENT = "    # ";

    private final SourceText source;

    FilterLayout(SourceText source) {
        this.source = source;
    }

    List<Edit> edits(FoundFilter filter, Translation translation) {
        int start = source.offset(filter.whole()
                .map(Node::getStartMark)
                .orElseGet(() -> filter.entries().get(0).key().getStartMark()));
        if (translation instanceof Kept kept) {
            return List.of(above(start, List.of("# decide: " + kept.reason())));
        }
        Converted converted = (Converted) translation;
        if (filter.whole().isEmpty()) {
            return dotted(filter.entries(), converted);
        }
        return filter.inline()
                ? inBrackets(filter.whole().get(), converted)
                : block(filter.whole().get(), converted);
    }

    /** Lines above the one in which something stands, indented like it. */
    Edit above(int offset, List<String> lines) {
        String indentation = source.indentation(offset);
        return Edit.insertion(
                source.lineStart(offset),
                lines.stream()
                        .map(line -> indentation + line + source.lineBreak())
                        .collect(Collectors.joining()));
    }

    private List<Edit> block(Node whole, Converted converted) {
        int start = source.offset(whole.getStartMark());
        int end = source.endWithComment(whole);
        List<String> lines = new ArrayList<>();
        lines.add(commented("name: " + FILTER, joined(converted.comments())));
        lines.add("args:");
        for (Line line : converted.lines()) {
            lines.add("  " + commented(line.name() + ": " + line.quoted(), line.comment()));
        }
        String indentation = " ".repeat(whole.getStartMark().getColumn());
        return List.of(
                above(start, Comments.in(source.text().substring(start, end))),
                new Edit(start, end, String.join(source.lineBreak() + indentation, lines)));
    }

    private List<Edit> inBrackets(Node whole, Converted converted) {
        int start = source.offset(whole.getStartMark());
        int end = source.end(whole);
        List<String> comments = new ArrayList<>(Comments.in(source.text().substring(start, end)));
        joined(converted.comments()).ifPresent(comment -> comments.add("# " + FILTER + ' ' + comment));
        for (Line line : converted.lines()) {
            line.comment().ifPresent(comment -> comments.add("# " + line.name() + ' ' + comment));
        }
        String arguments = converted.lines().stream()
                .map(line -> line.name() + ": " + line.quoted())
                .collect(Collectors.joining(", "));
        return List.of(
                above(start, comments), new Edit(start, end, "{name: " + FILTER + ", args: {" + arguments + "}}"));
    }

    private List<Edit> dotted(List<DottedEntry> entries, Converted converted) {
        DottedEntry first = entries.get(0);
        int start = source.offset(first.key().getStartMark());
        List<String> lines = new ArrayList<>();
        lines.add(commented(first.prefix() + ".name: " + FILTER, joined(converted.comments())));
        for (Line line : converted.lines()) {
            lines.add(commented(first.prefix() + ".args." + line.name() + ": " + line.quoted(), line.comment()));
        }
        List<String> comments = new ArrayList<>();
        List<Edit> edits = new ArrayList<>();
        for (DottedEntry entry : entries) {
            int keyStart = source.offset(entry.key().getStartMark());
            int end = source.endWithComment(entry.value());
            comments.addAll(Comments.in(source.text().substring(keyStart, end)));
            if (!entry.equals(first)) {
                edits.add(new Edit(
                        wholeLine(entry),
                        Math.min(
                                source.text().length(), end + source.lineBreak().length()),
                        ""));
            }
        }
        String indentation = " ".repeat(first.key().getStartMark().getColumn());
        edits.add(new Edit(
                start, source.endWithComment(first.value()), String.join(source.lineBreak() + indentation, lines)));
        edits.add(above(start, comments));
        return edits;
    }

    private int wholeLine(DottedEntry entry) {
        int keyStart = source.offset(entry.key().getStartMark());
        int lineStart = source.lineStart(keyStart);
        if (!source.text().substring(lineStart, keyStart).isBlank()) {
            throw new BrokenFileException(
                    source.place(entry.key().getStartMark()),
                    "something stands in front of " + entry.key().getValue(),
                    "Write it on a line of its own");
        }
        return lineStart;
    }

    private static Optional<String> joined(List<String> comments) {
        return comments.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", comments));
    }

    private static String commented(String text, Optional<String> comment) {
        return comment.map(words -> text + BEFORE_COMMENT + words).orElse(text);
    }
}
