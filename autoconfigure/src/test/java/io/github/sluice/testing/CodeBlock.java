package io.github.sluice.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A fenced block of a Markdown file.
 *
 * @param place file and line, for people
 * @param heading the heading above it
 * @param text what is in it
 * @param isOurs false if the comment {@value #MARK} stands in front of it: another program's configuration
 */
public record CodeBlock(String place, String heading, String text, boolean isOurs) {

    private static final String MARK = "<!-- not ours -->";
    private static final Pattern HEADING = Pattern.compile("#+ (.+)");
    private static final Pattern FENCE = Pattern.compile("( *)```(.*)");
    private static final String END = "```";

    /**
     * The blocks of the README and of the documentation, in their order.
     *
     * @param root the directory of the project
     * @param language what stands behind the fence, such as {@code yaml}
     */
    public static List<CodeBlock> under(Path root, String language) {
        try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
            return Stream.concat(Stream.of(root.resolve("README.md")), files.sorted())
                    .filter(file -> file.toString().endsWith(".md"))
                    .flatMap(file -> in(file, language).stream())
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<CodeBlock> in(Path file, String language) {
        List<String> lines = lines(file);
        List<CodeBlock> blocks = new ArrayList<>();
        String heading = "";
        String before = "";
        for (int i = 0; i < lines.size(); i++) {
            Matcher title = HEADING.matcher(lines.get(i));
            Matcher fence = FENCE.matcher(lines.get(i));
            if (title.matches()) {
                heading = title.group(1);
            } else if (fence.matches()) {
                int first = i + 1;
                int indentation = fence.group(1).length();
                while (!lines.get(++i).strip().equals(END)) {
                    // To the end of the block.
                }
                String text = lines.subList(first, i).stream()
                        .map(line -> line.substring(Math.min(indentation, line.length())))
                        .collect(Collectors.joining("\n", "", "\n"));
                if (fence.group(2).equals(language)) {
                    blocks.add(new CodeBlock(file.getFileName() + ":" + first, heading, text, !before.equals(MARK)));
                }
            }
            before = lines.get(i).isBlank() ? before : lines.get(i).strip();
        }
        return blocks;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public String toString() {
        return place;
    }
}
