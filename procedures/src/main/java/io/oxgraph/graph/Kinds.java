package io.oxgraph.graph;

import io.oxgraph.table.Table;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What a memory node is, by its labels. */
public final class Kinds {
    public static final String WORKSPACE = "workspace";
    public static final String TOMBSTONE = "tombstone";
    public static final String SLOT = "slot";
    public static final String LOCK = "lock";

    private static final List<Map<String, String>> TABLE = Table.read("nodes");

    /** All kinds of {@code tables/nodes.tsv}, in its order: a node is of the first that is among its labels. */
    private static final List<String> ALL =
            TABLE.stream().map(row -> row.get("kind")).toList();

    /** Kinds that the graph view shows. */
    public static final Set<String> IN_GRAPH = TABLE.stream()
            .filter(row -> !row.get("graph").isEmpty())
            .map(row -> row.get("kind"))
            .collect(Collectors.toUnmodifiableSet());

    private Kinds() {}

    /** The kind among a node's labels; of one whose kind we do not know the first label, '' where there is none. */
    public static String among(Set<String> labels) {
        for (String kind : ALL) {
            if (labels.contains(kind)) {
                return kind;
            }
        }
        return labels.stream()
                .filter(label -> !Labels.MEM.name().equals(label))
                .sorted()
                .findFirst()
                .orElse("");
    }
}
