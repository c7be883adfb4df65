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

/**
 * A fenced YAML block of a Markdown file.
 *
 * @param place file and line, for people
 * @param heading the heading above it
 * @param text what is in it
 * @param isOurs false if the comment {@value #MARK} stands in front of it: another program's configuration
 */
public record YamlBlock(String place, String heading, String text, boolean isOurs) {

    private static final String MARK = "<!-- not ours -->";
    private static final Pattern HEADING = Pattern.compile("#+ (.+)");
    private static final Pattern FENCE = Pattern.compile("( *)```ya?ml");
    private static final String END = "```";

    /** The blocks of a file, in their order. */
    public static List<YamlBlock> in(Path file) {
        List<String> lines = lines(file);
        List<YamlBlock> blocks = new ArrayList<>();
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
                blocks.add(new YamlBlock(file.getFileName() + ":" + first, heading, text, !before.equals(MARK)));
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
