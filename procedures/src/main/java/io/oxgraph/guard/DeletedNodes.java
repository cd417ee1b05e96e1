package io.oxgraph.guard;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Kinds;
import io.oxgraph.graph.Labels;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.event.LabelEntry;
import org.neo4j.graphdb.event.PropertyEntry;
import org.neo4j.graphdb.event.TransactionData;

/**
 * Finds the memory nodes that a transaction deletes or strips of the memory label, with their id, workspace and kind.
 */
final class DeletedNodes {
    private final TransactionData data;
    private final Map<Node, Was> were = new HashMap<>();

    /** Labels, workspace and id of a node before the transaction. */
    private static final class Was {
        private final Set<String> labels = new HashSet<>();
        private String workspaceId;
        private String id;
    }

    private DeletedNodes(TransactionData data) {
        this.data = data;
    }

    /** Returns them in no particular order. Most transactions delete none and cost one scan of the removed labels. */
    static List<DeletedNode> in(TransactionData data) {
        DeletedNodes deaths = new DeletedNodes(data);
        deaths.findNodes();
        return deaths.were.isEmpty() ? List.of() : deaths.all();
    }

    private void findNodes() {
        for (LabelEntry entry : data.removedLabels()) {
            if (Labels.MEM.name().equals(entry.label().name())) {
                were.put(entry.node(), new Was());
            }
        }
    }

    private List<DeletedNode> all() {
        data.removedLabels().forEach(this::readLabel);
        data.assignedNodeProperties().forEach(this::readProperty);
        data.removedNodeProperties().forEach(this::readProperty);
        List<DeletedNode> all = new ArrayList<>();
        were.forEach((node, was) -> {
            if (!data.isDeleted(node)) {
                readRest(node, was);
            }
            if (was.id != null && was.workspaceId != null) {
                all.add(new DeletedNode(was.workspaceId, was.id, Kinds.among(was.labels)));
            }
        });
        return all;
    }

    private void readLabel(LabelEntry entry) {
        Was was = were.get(entry.node());
        if (was != null) {
            was.labels.add(entry.label().name());
        }
    }

    private void readProperty(PropertyEntry<Node> entry) {
        if (Keys.ID.equals(entry.key()) || Keys.WORKSPACE_ID.equals(entry.key())) {
            Was was = were.get(entry.entity());
            if (was != null && entry.previouslyCommittedValue() instanceof String before) {
                note(was, entry.key(), before);
            }
        }
    }

    private static void note(Was was, String key, String value) {
        if (Keys.ID.equals(key)) {
            was.id = value;
        } else {
            was.workspaceId = value;
        }
    }

    /** Completes the state of a node that still exists. */
    private static void readRest(Node node, Was was) {
        node.getLabels().forEach(label -> was.labels.add(label.name()));
        if (was.id == null && node.getProperty(Keys.ID, null) instanceof String id) {
            was.id = id;
        }
        if (was.workspaceId == null && node.getProperty(Keys.WORKSPACE_ID, null) instanceof String workspaceId) {
            was.workspaceId = workspaceId;
        }
    }

    /** A memory node that the transaction deleted or stripped of the memory label. */
    record DeletedNode(String workspaceId, String id, String kind) {}
}
