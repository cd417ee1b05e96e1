package io.oxgraph.graph;

import java.util.Optional;
import java.util.function.Consumer;
import org.neo4j.graphdb.ConstraintViolationException;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;

/**
 * The node of a key, found or created, and write-locked until the transaction ends. It is locked before it is read, so
 * that those who write what belongs to it follow one another.
 */
public record LockedNode(Node node, boolean created) {
    /**
     * Finds or creates the node, and locks it. One that was not met lately is mostly new: to create it says whether it is,
     * and is cheaper than to look first.
     *
     * @param fill sets the properties of a new one but its key
     * @throws ConstraintViolationException when the id is that of a node of another kind
     */
    public static LockedNode of(Transaction tx, Label kind, String workspaceId, String id, Consumer<Node> fill) {
        Optional<LockedNode> locked = Lookup.recent(tx, kind, workspaceId, id)
                .flatMap(node -> lock(tx, kind, node))
                .or(() -> create(tx, kind, workspaceId, id, fill));
        while (locked.isEmpty()) {
            locked = existing(tx, kind, workspaceId, id).or(() -> create(tx, kind, workspaceId, id, fill));
        }
        return locked.get();
    }

    /** Finds the node, and locks it; empty when there is none, or when it was deleted meanwhile. */
    public static Optional<LockedNode> existing(Transaction tx, Label kind, String workspaceId, String id) {
        return Lookup.byId(tx, kind, workspaceId, id).flatMap(node -> lock(tx, kind, node));
    }

    /** Empty when the node was deleted while waiting for the lock. */
    private static Optional<LockedNode> lock(Transaction tx, Label kind, Node node) {
        try {
            tx.acquireWriteLock(node);
            return node.hasLabel(kind) ? Optional.of(new LockedNode(node, false)) : Optional.empty();
        } catch (NotFoundException e) {
            return Optional.empty();
        }
    }

    /**
     * Empty when there is one: the label that completes its key fails, after a transaction that creates it too has
     * ended.
     */
    private static Optional<LockedNode> create(
            Transaction tx, Label kind, String workspaceId, String id, Consumer<Node> fill) {
        Node node = tx.createNode();
        node.setProperty(Keys.WORKSPACE_ID, workspaceId);
        node.setProperty(Keys.ID, id);
        fill.accept(node);
        node.addLabel(kind);
        try {
            node.addLabel(Labels.MEM);
            Lookup.created(node, workspaceId, id);
            return Optional.of(new LockedNode(node, true));
        } catch (ConstraintViolationException e) {
            node.delete();
            requireKind(tx, kind, workspaceId, id, e);
            return Optional.empty();
        }
    }

    private static void requireKind(
            Transaction tx, Label kind, String workspaceId, String id, ConstraintViolationException violation) {
        Optional<Node> other = Lookup.byId(tx, workspaceId, id);
        if (other.isPresent() && !other.get().hasLabel(kind)) {
            throw violation;
        }
    }
}
