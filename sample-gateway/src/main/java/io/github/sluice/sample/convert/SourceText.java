package io.github.sluice.sample.convert;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/**
 * A file, and the way from a place in its YAML to a place in its text.
 *
 * @param name the file as it was named
 * @param text what is in it, without a byte order mark
 */
record SourceText(String name, String text) {

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    static SourceText read(Path file) {
        String name = file.toString();
        try {
            String text = Files.readString(file);
            return new SourceText(name, text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
        } catch (NoSuchFileException e) {
            throw new BrokenFileException(name, "there is no such file", "Name the file with the routes");
        } catch (CharacterCodingException e) {
            throw new BrokenFileException(name, "it is not UTF-8", "Save it as UTF-8");
        } catch (IOException e) {
            throw new BrokenFileException(name, "it cannot be read", "Name a file that can be read");
        }
    }

    /** The documents of the file, as trees whose nodes know their places. */
    List<Node> documents() {
        List<Node> documents = new ArrayList<>();
        try {
            new Yaml(new SafeConstructor(new LoaderOptions()))
                    .composeAll(new StringReader(text))
                    .forEach(documents::add);
            return documents;
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
            throw new BrokenFileException(
                    mark == null ? name : place(mark), problem(String.valueOf(e.getProblem())), remedy(mark));
        } catch (YAMLException e) {
            throw new BrokenFileException(name, problem(String.valueOf(e.getMessage())), "Correct the YAML");
        }
    }

    private static String problem(String message) {
        return "this is no YAML, " + message.lines().findFirst().orElse("").strip();
    }

    private String remedy(@Nullable Mark mark) {
        if (mark == null) {
            return "Correct the YAML";
        }
        String line = text.substring(lineStart(offset(mark)), lineEnd(offset(mark)));
        return line.substring(0, line.length() - line.stripLeading().length()).contains("\t")
                ? "Indent with spaces"
                : "Correct the line there or the one above it: a value with \": \", \" #\" or a leading *, &, @, %, [ or { "
                        + "needs quotes, and a list or map is indented by spaces alike";
    }

    /** For people: file, line and column. */
    String place(Mark mark) {
        return name + ", line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1);
    }

    // Marks count code points, strings count UTF-16 units.
    int offset(Mark mark) {
        return text.offsetByCodePoints(0, mark.getIndex());
    }

    int lineStart(int offset) {
        return text.lastIndexOf('\n', offset - 1) + 1;
    }

    /** Where the line ends, in front of its line break. */
    int lineEnd(int offset) {
        int feed = text.indexOf('\n', offset);
        if (feed < 0) {
            return text.length();
        }
        return feed > offset && text.charAt(feed - 1) == '\r' ? feed - 1 : feed;
    }

    String lineBreak() {
        return text.contains("\r\n") ? "\r\n" : "\n";
    }

    /** The white space at the beginning of the line. */
    String indentation(int offset) {
        String line = text.substring(lineStart(offset), lineEnd(offset));
        return line.substring(0, line.length() - line.stripLeading().length());
    }

    /** Where what a node says ends: before the blank lines and comments that lead over to the next one. */
    int end(Node node) {
        int start = offset(node.getStartMark());
        String said = text.substring(start, offset(node.getEndMark())).stripTrailing();
        for (int last = said.lastIndexOf('\n') + 1;
                last > 0 && said.substring(last).stripLeading().startsWith("#");
                last = said.lastIndexOf('\n') + 1) {
            said = said.substring(0, last).stripTrailing();
        }
        return start + said.length();
    }

    /** The same, with the comment that follows on the line. */
    int endWithComment(Node node) {
        int end = end(node);
        int lineEnd = lineEnd(end);
        String rest = text.substring(end, lineEnd);
        return rest.isBlank() || rest.matches("\\s+#.*") ? lineEnd : end;
    }
}
