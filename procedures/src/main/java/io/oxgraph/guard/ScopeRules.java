package io.oxgraph.guard;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Relations;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.event.PropertyEntry;
import org.neo4j.graphdb.event.TransactionData;

/**
 * Enforces that every memory node has an id and a workspace that never change, and that no relationship crosses
 * workspaces.
 */
final class ScopeRules {
    private final TransactionChanges changes;
    private final Map<Node, Scope> scopes = new HashMap<>();

    /** @param workspaceId null when the node has none */
    private record Scope(boolean memory, Object workspaceId) {
        static Scope of(Node node) {
            return new Scope(node.hasLabel(Labels.MEM), node.getProperty(Keys.WORKSPACE_ID, null));
        }
    }

    private ScopeRules(TransactionChanges changes) {
        this.changes = changes;
    }

    static void check(TransactionChanges changes, TransactionData data) {
        ScopeRules rules = new ScopeRules(changes);
        changes.created().forEach(ScopeRules::requireScope);
        changes.adopted().forEach(ScopeRules::requireScope);
        changes.scopeEdits().forEach(rules::checkEdit);
        data.createdRelationships().forEach(rules::checkRelationship);
        // Relationships that an adopted node already had are checked too.
        changes.adopted().forEach(node -> node.getRelationships().forEach(rules::checkRelationship));
    }

    private static void requireScope(Node node) {
        require(node, Keys.ID);
        require(node, Keys.WORKSPACE_ID);
    }

    private static void require(Node node, String key) {
        if (!(node.getProperty(key, null) instanceof String text) || text.isEmpty()) {
            throw ErrorCode.GUARD_MISSING_SCOPE.with("detail", NodeDescription.node(node) + " lacks " + key);
        }
    }

    private void checkEdit(PropertyEntry<Node> edit) {
        Node node = edit.entity();
        Object before = edit.previouslyCommittedValue();
        if (changes.changed().contains(node)) {
            if (before != null && !Objects.equals(before, node.getProperty(edit.key(), null))) {
                throw ErrorCode.GUARD_SCOPE_CHANGED.with(
                        "detail", NodeDescription.node(node) + " had " + edit.key() + " " + before);
            }
        } else if (Keys.WORKSPACE_ID.equals(edit.key())) {
            node.getRelationships().forEach(this::checkRelationship);
        }
    }

    private void checkRelationship(Relationship relationship) {
        Scope start = scopes.computeIfAbsent(relationship.getStartNode(), Scope::of);
        Scope end = scopes.computeIfAbsent(relationship.getEndNode(), Scope::of);
        if (relationship.isType(Relations.STANDS_FOR) && !end.memory) {
            return; // A domain node may have a workspace_id of the user's own; that is one reason for stand-in nodes.
        }
        if ((start.memory || end.memory) && differ(start.workspaceId, end.workspaceId)) {
            throw ErrorCode.GUARD_CROSS_WORKSPACE.with(
                    "detail",
                    "[:" + relationship.getType().name() + "] from " + start.workspaceId + " to " + end.workspaceId);
        }
    }

    private static boolean differ(Object a, Object b) {
        return a != null && b != null && !a.equals(b);
    }

    /** Describes a node in an error message by labels and id only, since other properties may be private. */
    static final class NodeDescription {
        private NodeDescription() {}

        static String node(Node node) {
            String labels = StreamSupport.stream(node.getLabels().spliterator(), false)
                    .map(label -> ":" + label.name())
                    .sorted()
                    .collect(Collectors.joining());
            Object id = node.getProperty(Keys.ID, null);
            return id instanceof String ? "(" + labels + " " + id + ")" : "(" + labels + ")";
        }
    }
}
