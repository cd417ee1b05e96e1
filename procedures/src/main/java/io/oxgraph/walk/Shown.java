package io.oxgraph.walk;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Kinds;
import io.oxgraph.graph.Labels;
import java.util.HashSet;
import java.util.Set;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;

/** Which nodes of a workspace can be looked at: no token, slot or lock, and nothing deleted or forgotten. */
final class Shown {
    private static final Set<String> KINDS = Set.of(
            "entity",
            "alias",
            "entity_type",
            "memory",
            "predicate",
            "question",
            "conversation",
            "message",
            "episode",
            "session",
            "action",
            "sequence",
            "pattern",
            "pattern_key",
            "metric",
            "benchmark");

    private final String workspaceId;
    private final Set<String> kinds;

    /** @param kinds only those of these kinds; any where it is empty */
    Shown(String workspaceId, Set<String> kinds) {
        this.workspaceId = workspaceId;
        this.kinds = kinds.isEmpty() ? KINDS : kinds;
    }

    /** One that was deleted at that moment is not to be seen any more. */
    boolean shows(Node node) {
        try {
            return node.hasLabel(Labels.MEM)
                    && workspaceId.equals(node.getProperty(Keys.WORKSPACE_ID, null))
                    && isShown(kind(node))
                    && !node.hasProperty("deleted_at")
                    && !"forgotten".equals(node.getProperty("status", null));
        } catch (NotFoundException e) {
            return false;
        }
    }

    private boolean isShown(String kind) {
        return KINDS.contains(kind) && kinds.contains(kind);
    }

    private static String kind(Node node) {
        Set<String> labels = new HashSet<>();
        for (Label label : node.getLabels()) {
            labels.add(label.name());
        }
        return Kinds.among(labels);
    }
}
