package io.oxgraph.changes;

import io.oxgraph.graph.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.Node;

/** The properties of a node that are served, with what its relationships say of it. */
final class Served {
    /** What search alone needs. Vectors are not even read: they are most of what a node holds. */
    private static final Set<String> HIDDEN =
            Set.of("embedding", "embedding_alt", "embedding_model", "unembedded", "workspace_term");
    /** Kinds that never have any of those, read in one go. */
    private static final Set<String> PLAIN = Set.of(
            "transition",
            "pattern",
            "pattern_key",
            "benchmark",
            "metric",
            "session",
            "tally",
            "node_tally",
            "forecast",
            "workspace");

    private static final String[] SCOPE = {Keys.ID, Keys.WORKSPACE_ID, Keys.REV};

    /** To be changed by the caller as it likes. */
    Map<String, Object> of(Node node, String kind) {
        return switch (kind) {
            case "message", "token" -> node.getProperties(SCOPE);
            case "action" -> with(node.getAllProperties(), "injected_pattern_ids", Neighbours.injected(node));
            case "sequence" -> with(shown(node), "action_ids", Neighbours.contained(node));
            case "memory" -> with(shown(node), "superseded_by", Neighbours.successor(node));
            default -> PLAIN.contains(kind) ? node.getAllProperties() : shown(node);
        };
    }

    private static Map<String, Object> with(Map<String, Object> properties, String key, Object value) {
        if (value != null) {
            properties.put(key, value);
        }
        return properties;
    }

    private static Map<String, Object> shown(Node node) {
        List<String> keys = new ArrayList<>();
        for (String key : node.getPropertyKeys()) {
            if (!HIDDEN.contains(key)) {
                keys.add(key);
            }
        }
        return node.getProperties(keys.toArray(String[]::new));
    }
}
