package io.oxgraph.guard;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.guard.ScopeRules.NodeDescription;
import io.oxgraph.table.NodeKind;
import io.oxgraph.time.HalfLives;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.PropertyEntry;
import org.neo4j.graphdb.event.TransactionData;

/**
 * Refuses memory nodes of no kind, without a required property, or with a value that the tables do not allow. Only what
 * the transaction writes is looked at: what an older version stored can still be changed and read.
 */
final class NodeShape {
    /**
     * Whether nodes without {@code created_at} are taken as they are. Our own tests write nodes with only the properties
     * that they are about; everything that ships sets created_at.
     */
    private static final boolean PARTIAL_NODES = Boolean.getBoolean("oxgraph.test.partial_nodes");

    private static final String TYPE = "type";

    private final TransactionChanges changes;
    private final Transaction tx;
    /** The nodes that must be complete, with how many of the required properties the transaction has set. */
    private final Map<Node, int[]> complete = new HashMap<>();

    private final Map<List<String>, Boolean> knownTypes = new HashMap<>();

    private NodeShape(TransactionChanges changes, Transaction tx) {
        this.changes = changes;
        this.tx = tx;
    }

    static void check(TransactionChanges changes, TransactionData data, Transaction tx) {
        NodeShape shape = new NodeShape(changes, tx);
        changes.created().forEach(shape::begin);
        changes.adopted().forEach(shape::begin);
        data.assignedNodeProperties().forEach(shape::checkAssigned);
        data.removedNodeProperties().forEach(shape::checkRemoved);
        shape.complete.forEach(shape::checkComplete);
    }

    private void begin(Node node) {
        if (isPartial(node)) {
            return;
        }
        NodeKind kind = changes.labels().get(node).kind();
        if (kind == null) {
            throw refusal(node, "none of its labels is a kind, or more than one is");
        }
        complete.put(node, new int[1]);
    }

    private static boolean isPartial(Node node) {
        return PARTIAL_NODES && !node.hasProperty(Keys.CREATED_AT);
    }

    private void checkAssigned(PropertyEntry<Node> entry) {
        Node node = entry.entity();
        NodeLabels labels = changes.labels().get(node);
        if (labels == null || !labels.memory() || labels.kind() == null) {
            return;
        }
        NodeKind.Property property = labels.kind().properties().get(entry.key());
        if (property == null) {
            return;
        }
        int[] seen = complete.get(node);
        if (seen != null && property.required()) {
            seen[0]++;
        }
        if (!labels.own() && (seen != null || isChanged(node, entry))) {
            checkValue(node, labels, property, entry.value());
        }
    }

    private boolean isChanged(Node node, PropertyEntry<Node> entry) {
        return changes.changed().contains(node)
                && !isPartial(node)
                && !Objects.deepEquals(entry.previouslyCommittedValue(), entry.value());
    }

    private void checkValue(Node node, NodeLabels labels, NodeKind.Property property, Object value) {
        String fault = property.fault(value);
        if (fault != null) {
            throw refusal(node, property.name() + " " + fault);
        }
        if (labels.is(Labels.MEMORY) && TYPE.equals(property.name()) && !isType(node, (String) value)) {
            throw refusal(node, "type " + value + " is not one of this workspace; define it first");
        }
    }

    private boolean isType(Node node, String type) {
        if (HalfLives.isBuiltIn(type)) {
            return true;
        }
        String workspaceId = (String) node.getProperty(Keys.WORKSPACE_ID);
        return knownTypes.computeIfAbsent(List.of(workspaceId, type), key -> defines(workspaceId, type));
    }

    private boolean defines(String workspaceId, String type) {
        return Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                .map(workspace -> workspace.hasProperty(HalfLives.setting(type)))
                .orElse(false);
    }

    private void checkRemoved(PropertyEntry<Node> entry) {
        Node node = entry.entity();
        if (changes.changed().contains(node) && !isPartial(node)) {
            NodeLabels labels = changes.labels().get(node);
            NodeKind.Property property = labels.kind() == null || labels.own()
                    ? null
                    : labels.kind().properties().get(entry.key());
            if (property != null && property.required()) {
                throw refusal(node, entry.key() + " must stay");
            }
        }
    }

    /** A node that was adopted may have had some of them before. */
    private void checkComplete(Node node, int[] seen) {
        NodeKind kind = changes.labels().get(node).kind();
        if (seen[0] < kind.required()) {
            for (NodeKind.Property property : kind.properties().values()) {
                if (property.required() && !node.hasProperty(property.name())) {
                    throw refusal(node, "it lacks " + property.name());
                }
            }
        }
    }

    private static RuntimeException refusal(Node node, String detail) {
        return ErrorCode.GUARD_INVALID_NODE.with("detail", NodeDescription.node(node) + ": " + detail);
    }
}
