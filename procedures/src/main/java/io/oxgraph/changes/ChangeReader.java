package io.oxgraph.changes;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Kinds;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.model.ChangeResult;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;

/** Reads what is served of one node. */
final class ChangeReader {
    private static final String NODE_ID = "node_id";
    /** Volatile, and no part of what happened. */
    private static final Set<String> UNSERVED = Set.of(Kinds.SLOT, Kinds.LOCK);
    /** What was said, and what opens doors, stays in the graph. */
    private static final Set<String> CLOSED = Set.of("message", "token");

    private final Transaction tx;
    private final Served served = new Served();
    private final JsonText json = new JsonText();

    ChangeReader(Transaction tx) {
        this.tx = tx;
    }

    /**
     * The change of an index entry (n, rev); null where nothing is served. A node that has changed since the entry was
     * read has a greater number by now than this page goes to: its turn comes.
     */
    ChangeResult read(Map<String, Object> entry) {
        try {
            Node node = (Node) entry.get("n");
            long rev = (Long) entry.get("rev");
            String kind = kind(node);
            if (UNSERVED.contains(kind)) {
                return null;
            }
            return Kinds.TOMBSTONE.equals(kind) ? death(node, rev) : life(node, rev, kind);
        } catch (NotFoundException e) {
            return null; // It was deleted at that moment: its tombstone comes.
        }
    }

    private static String kind(Node node) {
        Set<String> labels = new HashSet<>();
        for (Label label : node.getLabels()) {
            labels.add(label.name());
        }
        return labels.contains(Labels.MEM.name()) ? Kinds.among(labels) : Kinds.LOCK;
    }

    private ChangeResult life(Node node, long rev, String kind) {
        Map<String, Object> properties = served.of(node, kind);
        if (!properties.getOrDefault(Keys.REV, rev).equals(rev)) {
            return null;
        }
        String workspaceId = (String) properties.get(Keys.WORKSPACE_ID);
        String id = (String) properties.get(Keys.ID);
        Map<String, Object> told = CLOSED.contains(kind) ? Map.of() : properties;
        return new ChangeResult(rev, workspaceId, id, kind, false, told, json.of(told));
    }

    /** A workspace's is told even when it is there again: nothing else says that all of its nodes had gone. */
    private ChangeResult death(Node tombstone, long rev) {
        Map<String, Object> told = tombstone.getProperties(Keys.REV, Keys.WORKSPACE_ID, NODE_ID, "kind");
        if (!told.getOrDefault(Keys.REV, rev).equals(rev)
                || !(told.get(NODE_ID) instanceof String id)
                || !(told.get("kind") instanceof String kind)) {
            return null;
        }
        String workspaceId = (String) told.get(Keys.WORKSPACE_ID);
        return !Kinds.WORKSPACE.equals(kind) && Lookup.byId(tx, workspaceId, id).isPresent()
                ? null
                : new ChangeResult(rev, workspaceId, id, kind, true, null, null);
    }
}
