package io.oxgraph.semantic;

import io.oxgraph.table.Table;
import java.util.Map;
import java.util.stream.Collectors;

/** The predicates that every workspace knows: {@code tables/predicates.tsv}. */
final class PredicateTable {
    private static final Map<String, Predicate> PREDICATES = Table.read("predicates").stream()
            .collect(Collectors.toUnmodifiableMap(row -> row.get("name"), PredicateTable::predicate));

    private PredicateTable() {}

    /** A predicate; one that is not in the table is single-valued only if its name says so. */
    static Predicate get(String name) {
        return PREDICATES.getOrDefault(name, Choices.isChoice(name) ? Predicate.CHOICE : Predicate.UNKNOWN);
    }

    private static Predicate predicate(Map<String, String> row) {
        return new Predicate(Boolean.parseBoolean(row.get("stateful")), Double.parseDouble(row.get("importance")));
    }
}
