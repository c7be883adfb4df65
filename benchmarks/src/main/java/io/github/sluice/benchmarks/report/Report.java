package io.github.sluice.benchmarks.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files that one benchmark leaves: {@code name.csv} and {@code name.svg}, and {@code name.txt} with the same table to
 * be read, what was found, and the machine.
 *
 * @param name what the files are called
 * @param machine where it was measured
 */
public record Report(String name, Machine machine) {

    private static final String DIRECTORY = "sluice.report.directory";

    /**
     * Prints the table and what was found, and writes the files.
     *
     * @param table what was measured
     * @param chart the part of it to look at
     * @param findings lines to go below the table
     */
    public void write(Table table, GroupedChart chart, List<String> findings) {
        String text = text(table, findings);
        System.out.println(text);
        write(name + ".csv", table.csv());
        write(name + ".svg", chart.svg());
        write(name + ".txt", text);
    }

    /**
     * Writes one chart more.
     *
     * @param part what it shows, for {@code name-part.svg}
     * @param chart another part of the table to look at
     */
    public void write(String part, GroupedChart chart) {
        write(name + "-" + part + ".svg", chart.svg());
    }

    private static void write(String file, String text) {
        Path directory = Path.of(System.getProperty(DIRECTORY, "docs/performance"));
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve(file), text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String text(Table table, List<String> findings) {
        List<String> parts = new ArrayList<>();
        parts.add(table.aligned());
        if (!findings.isEmpty()) {
            parts.add(String.join("\n", findings) + "\n");
        }
        parts.add(machine.text());
        return String.join("\n", parts);
    }
}
