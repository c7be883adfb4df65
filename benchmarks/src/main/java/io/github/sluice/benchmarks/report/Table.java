package io.github.sluice.benchmarks.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What was measured, row by row.
 *
 * @param title what it is about
 * @param columns their names, with units
 * @param rows the cells of each row, one for each column
 */
public record Table(String title, List<String> columns, List<List<Cell>> rows) {

    public Table {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<Cell> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(row.size() + " cells for " + columns.size() + " columns");
            }
        }
    }

    /**
     * A table without rows.
     *
     * @param title what it is about
     * @param columns their names, with units
     * @return the table
     */
    public static Table of(String title, String... columns) {
        return new Table(title, List.of(columns), List.of());
    }

    /**
     * This table and one row more.
     *
     * @param cells one for each column
     * @return another table
     */
    public Table with(Cell... cells) {
        List<List<Cell>> more = new ArrayList<>(rows);
        more.add(List.of(cells));
        return new Table(title, columns, more);
    }

    /** Aligned, to be read by people. */
    public String aligned() {
        int[] widths = IntStream.range(0, columns.size()).map(this::width).toArray();
        String header = IntStream.range(0, columns.size())
                .mapToObj(i -> pad(columns.get(i), widths[i], isNumber(i)))
                .collect(joining("  "));
        Stream<String> lines = rows.stream()
                .map(row -> IntStream.range(0, columns.size())
                        .mapToObj(i -> pad(row.get(i).text(), widths[i], isNumber(i)))
                        .collect(joining("  ")));
        return Stream.concat(Stream.of(title, "", header), lines)
                .map(String::stripTrailing)
                .collect(joining("\n", "", "\n"));
    }

    /** Comma-separated values (RFC 4180, with line feeds), the names of the columns first. */
    public String csv() {
        Stream<String> header = Stream.of(columns.stream().map(Table::quoted).collect(joining(",")));
        Stream<String> lines = rows.stream()
                .map(row -> row.stream().map(cell -> quoted(cell.text())).collect(joining(",")));
        return Stream.concat(header, lines).collect(joining("\n", "", "\n"));
    }

    private int width(int column) {
        return Stream.concat(
                        Stream.of(columns.get(column)),
                        rows.stream().map(row -> row.get(column).text()))
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }

    private boolean isNumber(int column) {
        return !rows.isEmpty() && rows.get(0).get(column).isNumber();
    }

    private static String pad(String text, int width, boolean right) {
        String space = " ".repeat(width - text.length());
        return right ? space + text : text + space;
    }

    private static String quoted(String text) {
        return text.matches("[^\",\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
