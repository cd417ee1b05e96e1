package io.oxgraph.graph;

import java.util.List;
import java.util.Set;

/** What a memory node is, by its labels. */
public final class Kinds {
    public static final String WORKSPACE = "workspace";
    public static final String TOMBSTONE = "tombstone";
    public static final String SLOT = "slot";
    public static final String LOCK = "lock";

    /** An entity first: the domain labels beside it are its users' own, and may be any of the others. */
    private static final List<String> ALL = List.of(
            "entity",
            "action",
            "sequence",
            "memory",
            "message",
            "transition",
            TOMBSTONE,
            "question",
            "alias",
            "session",
            "pattern",
            "pattern_key",
            "tally",
            "node_tally",
            "benchmark",
            "metric",
            "episode",
            "conversation",
            "predicate",
            SLOT,
            LOCK,
            "pass_run",
            WORKSPACE,
            "token",
            "entity_type",
            "evaluation",
            "forecast",
            "migration",
            "directory_server",
            "directory_entry");

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
