package io.oxgraph.graph;

import java.util.Optional;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/** Finds single nodes of a workspace, each by one seek in a composite index. */
public final class Lookup {
    private static final String NODE_ID = "node_id";

    private Lookup() {}

    /** The memory node with this id, whatever its kind. */
    public static Optional<Node> byId(Transaction tx, String workspaceId, String id) {
        return first(tx, Labels.MEM, workspaceId, Keys.ID, id);
    }

    /** The memory node with this id, if it is of this kind. */
    public static Optional<Node> byId(Transaction tx, Label kind, String workspaceId, String id) {
        return byId(tx, workspaceId, id).filter(node -> node.hasLabel(kind));
    }

    /** The entity that the workspace's systems name so. */
    public static Optional<Node> entity(Transaction tx, String workspaceId, String nodeId) {
        return first(tx, Labels.ENTITY, workspaceId, NODE_ID, nodeId)
                .filter(node -> node.hasLabel(Labels.MEM) && !node.hasProperty("deleted_at"));
    }

    private static Optional<Node> first(Transaction tx, Label label, String workspaceId, String key, String value) {
        try (ResourceIterator<Node> nodes = tx.findNodes(label, Keys.WORKSPACE_ID, workspaceId, key, value)) {
            return nodes.hasNext() ? Optional.of(nodes.next()) : Optional.empty();
        }
    }
}
