package io.oxgraph.graph;

import io.oxgraph.text.Identifiers;
import java.util.Map;
import java.util.Optional;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/** Finds single nodes of a workspace, each where it was found last or by one seek in a composite index. */
public final class Lookup {
    /** Merges that are followed: oxgraph writes no cycle of them, a person with the database's login can. */
    public static final int MAX_MERGE_CHAIN = 1_000;

    private static final String NODE_ID = "node_id";
    private static final String MERGED_INTO = "merged_into";
    private static final String DELETED_AT = "deleted_at";

    private Lookup() {}

    /** The memory node with this id, whatever its kind. */
    public static Optional<Node> byId(Transaction tx, String workspaceId, String id) {
        return first(tx, Labels.MEM, workspaceId, Keys.ID, id);
    }

    /** The same for a caller that looks up many nodes once each: what others look up again and again stays known. */
    public static Optional<Node> onceById(Transaction tx, String workspaceId, String id) {
        return seek(tx, Labels.MEM, workspaceId, Keys.ID, id);
    }

    /** The memory node with this id, if it is of this kind. */
    public static Optional<Node> byId(Transaction tx, Label kind, String workspaceId, String id) {
        return byId(tx, workspaceId, id).filter(node -> isA(node, kind));
    }

    /** The node with this element id, if it is still there. Of another database of this server the id is refused. */
    public static Optional<Node> byElementId(Transaction tx, String elementId) {
        try {
            return Optional.of(tx.getNodeByElementId(elementId));
        } catch (NotFoundException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The node of a session. */
    public static Optional<Node> session(Transaction tx, String workspaceId, String sessionId) {
        return byId(tx, Labels.SESSION, workspaceId, Identifiers.sessionId(workspaceId, sessionId));
    }

    /** The node of this kind where it was found or created last; empty says nothing about whether there is one. */
    static Optional<Node> recent(Transaction tx, Label kind, String workspaceId, String id) {
        return RecentNodes.find(tx, Labels.MEM, workspaceId, Keys.ID, id).filter(node -> isA(node, kind));
    }

    /** Has the next look-up of a new node find it without a seek. It does not count when this transaction fails. */
    static void created(Node node, String workspaceId, String id) {
        RecentNodes.keep(node, Labels.MEM, workspaceId, Keys.ID, id);
    }

    /** The entity with this node_id, following merges; empty where that is deleted. */
    public static Optional<Node> entity(Transaction tx, String workspaceId, String nodeId) {
        return followingMerges(tx, workspaceId, namedEntity(tx, workspaceId, nodeId));
    }

    /** The entity with this id, following merges; empty where that is deleted. */
    public static Optional<Node> entityById(Transaction tx, String workspaceId, String id) {
        return followingMerges(tx, workspaceId, byId(tx, Labels.ENTITY, workspaceId, id));
    }

    private static Optional<Node> followingMerges(Transaction tx, String workspaceId, Optional<Node> entity) {
        Optional<Node> found = entity;
        for (int i = 0; i < MAX_MERGE_CHAIN && found.isPresent(); i++) {
            Map<String, Object> ends = found.get().getProperties(MERGED_INTO, DELETED_AT);
            if (!(ends.get(MERGED_INTO) instanceof String next)) {
                return ends.containsKey(DELETED_AT) ? Optional.empty() : found;
            }
            found = byId(tx, Labels.ENTITY, workspaceId, next);
        }
        return Optional.empty();
    }

    /** The entity with this node_id itself, even when merged or deleted. */
    public static Optional<Node> namedEntity(Transaction tx, String workspaceId, String nodeId) {
        return first(tx, Labels.ENTITY, workspaceId, NODE_ID, nodeId).filter(node -> isA(node, Labels.MEM));
    }

    /** A node deleted concurrently has no label. */
    private static boolean isA(Node node, Label kind) {
        try {
            return node.hasLabel(kind);
        } catch (NotFoundException e) {
            return false;
        }
    }

    private static Optional<Node> first(Transaction tx, Label label, String workspaceId, String key, String value) {
        return RecentNodes.find(tx, label, workspaceId, key, value).or(() -> {
            Optional<Node> found = seek(tx, label, workspaceId, key, value);
            found.ifPresent(node -> RecentNodes.keep(node, label, workspaceId, key, value));
            return found;
        });
    }

    private static Optional<Node> seek(Transaction tx, Label label, String workspaceId, String key, String value) {
        try (ResourceIterator<Node> nodes = tx.findNodes(label, Keys.WORKSPACE_ID, workspaceId, key, value)) {
            return nodes.hasNext() ? Optional.of(nodes.next()) : Optional.empty();
        }
    }
}
