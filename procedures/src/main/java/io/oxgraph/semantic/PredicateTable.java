package io.oxgraph.semantic;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The predicates that every workspace knows: {@code oxgraph/predicates.tsv}, which the jar carries. */
final class PredicateTable {
    private static final String RESOURCE = "/oxgraph/predicates.tsv";
    private static final Map<String, Predicate> PREDICATES = parse(read());

    private PredicateTable() {}

    /** What stands nowhere is not stateful. */
    static Predicate get(String name) {
        return PREDICATES.getOrDefault(name, Predicate.UNKNOWN);
    }

    private static String read() {
        try (InputStream in = PredicateTable.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Predicate> parse(String text) {
        List<String[]> rows = text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split("\t", -1))
                .toList();
        List<String> columns = List.of(rows.getFirst());
        Map<String, Predicate> predicates = new HashMap<>();
        for (String[] row : rows.subList(1, rows.size())) {
            boolean stateful = Boolean.parseBoolean(row[columns.indexOf("stateful")]);
            double importance = Double.parseDouble(row[columns.indexOf("importance")]);
            predicates.put(row[columns.indexOf("name")], new Predicate(stateful, importance));
        }
        return predicates;
    }
}
