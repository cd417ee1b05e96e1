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

/** Finds out what the memory nodes were that a transaction takes out of memory. */
final class DeletedNodes {
    private final TransactionData data;
    private final Map<Node, Was> were = new HashMap<>();

    /** What a node was before. */
    private static final class Was {
        private final Set<String> labels = new HashSet<>();
        private String workspaceId;
        private String id;
    }

    private DeletedNodes(TransactionData data) {
        this.data = data;
    }

    /** In no order; nothing for most transactions, which then pay no more than a look at the labels they took off. */
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

    /** Of a node that stands yet: what it did not lose. */
    private static void readRest(Node node, Was was) {
        node.getLabels().forEach(label -> was.labels.add(label.name()));
        if (was.id == null && node.getProperty(Keys.ID, null) instanceof String id) {
            was.id = id;
        }
        if (was.workspaceId == null && node.getProperty(Keys.WORKSPACE_ID, null) instanceof String workspaceId) {
            was.workspaceId = workspaceId;
        }
    }

    /** A memory node that a transaction takes out of memory: deleted, or without the label. */
    record DeletedNode(String workspaceId, String id, String kind) {}
}
