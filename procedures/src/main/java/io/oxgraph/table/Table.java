package io.oxgraph.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the tables of facts that the plugin shares with the Python package: {@code tables/*.tsv}, of which the jar
 * carries a copy.
 */
public final class Table {
    private Table() {}

    /**
     * The rows of a table, each as cell by column name; an empty cell is an empty text. Lines that begin with # are
     * comments, and the first other line names the columns.
     *
     * @param name such as {@code errors}
     */
    public static List<Map<String, String>> read(String name) {
        List<String[]> lines = text("/oxgraph/tables/" + name + ".tsv")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split("\t", -1))
                .toList();
        return lines.stream().skip(1).map(cells -> row(lines.getFirst(), cells)).toList();
    }

    private static Map<String, String> row(String[] columns, String[] cells) {
        Map<String, String> row = new HashMap<>();
        for (int i = 0; i < columns.length; i++) {
            row.put(columns[i], cells[i]);
        }
        return row;
    }

    private static String text(String resource) {
        try (InputStream in = Table.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
