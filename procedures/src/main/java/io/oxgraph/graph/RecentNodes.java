package io.oxgraph.graph;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;

/**
 * Where the last look-ups found their nodes: workspace, session and targets are the same from call to call. A kept node
 * counts only when the transaction sees it with its label and both values, so an outdated one costs a seek in the
 * index and is never returned.
 */
final class RecentNodes {
    /** A power of two. The latest look-up has its place. */
    private static final int SIZE = 1 << 13;

    private static final AtomicReferenceArray<Found> RECENT = new AtomicReferenceArray<>(SIZE);

    private RecentNodes() {}

    /** A node, and the number that was kept with it. */
    record Kept(Node node, int number) {}

    private record Found(String label, String workspaceId, String key, String value, String elementId, int number) {
        boolean isOf(String otherLabel, String otherWorkspaceId, String otherKey, String otherValue) {
            return value.equals(otherValue)
                    && workspaceId.equals(otherWorkspaceId)
                    && key.equals(otherKey)
                    && label.equals(otherLabel);
        }
    }

    /** The node that a look-up found before, if it is still the one. */
    static Optional<Node> find(Transaction tx, Label label, String workspaceId, String key, String value) {
        return kept(tx, label, workspaceId, key, value).map(Kept::node);
    }

    /** The node kept last for these values, if it still has them. */
    static Optional<Kept> kept(Transaction tx, Label label, String workspaceId, String key, String value) {
        Found recent = RECENT.get(place(label, workspaceId, key, value));
        return recent != null && recent.isOf(label.name(), workspaceId, key, value)
                ? Lookup.byElementId(tx, recent.elementId)
                        .filter(node -> isStill(node, label, workspaceId, key, value))
                        .map(node -> new Kept(node, recent.number))
                : Optional.empty();
    }

    /** Keeps what a look-up found. */
    static void keep(Node node, Label label, String workspaceId, String key, String value) {
        keep(new Kept(node, 0), label, workspaceId, key, value);
    }

    /** Keeps a node and a number. */
    static void keep(Kept kept, Label label, String workspaceId, String key, String value) {
        Found found = new Found(label.name(), workspaceId, key, value, kept.node.getElementId(), kept.number);
        RECENT.set(place(label, workspaceId, key, value), found);
    }

    private static int place(Label label, String workspaceId, String key, String value) {
        int hash = Objects.hash(label.name(), workspaceId, key, value);
        return (hash ^ (hash >>> 16)) & (SIZE - 1);
    }

    private static boolean isStill(Node node, Label label, String workspaceId, String key, String value) {
        try {
            Map<String, Object> now = node.getProperties(Keys.WORKSPACE_ID, key);
            return workspaceId.equals(now.get(Keys.WORKSPACE_ID)) && value.equals(now.get(key)) && node.hasLabel(label);
        } catch (NotFoundException e) {
            return false;
        }
    }
}
