package io.oxgraph.guard;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Labels;
import io.oxgraph.guard.ScopeRules.NodeDescription;
import io.oxgraph.table.NodeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.event.LabelEntry;
import org.neo4j.graphdb.event.PropertyEntry;
import org.neo4j.graphdb.event.TransactionData;

/**
 * Refuses that a memory node changes its kind, or leaves memory without being deleted: it could come back in another
 * workspace. Only domain nodes leave, when they are released.
 */
final class KindRules {
    private static final String OWNED = "owned";
    private static final String ADOPTED = "adopted_properties";

    private final TransactionData data;
    private final TransactionChanges changes;
    private final Map<Node, Set<String>> removed = new HashMap<>();
    private final Map<Node, Set<String>> assigned = new HashMap<>();

    private KindRules(TransactionData data, TransactionChanges changes) {
        this.data = data;
        this.changes = changes;
    }

    static void check(TransactionChanges changes, TransactionData data) {
        KindRules rules = new KindRules(data, changes);
        data.removedLabels().forEach(entry -> rules.note(entry, rules.removed));
        if (!changes.changed().isEmpty()) {
            data.assignedLabels().forEach(entry -> rules.note(entry, rules.assigned));
        }
        rules.checkEdits();
    }

    /** Labels of nodes that are new or deleted say nothing about a move. */
    private void note(LabelEntry entry, Map<Node, Set<String>> found) {
        Node node = entry.node();
        if (!changes.created().contains(node) && !data.isDeleted(node)) {
            found.computeIfAbsent(node, key -> new HashSet<>())
                    .add(entry.label().name());
        }
    }

    private void checkEdits() {
        Set<Node> edited = new HashSet<>(removed.keySet());
        edited.addAll(assigned.keySet());
        edited.removeAll(changes.adopted());
        for (Node node : edited) {
            NodeLabels before = before(node);
            if (before.memory()) {
                check(node, before, changes.labels().get(node));
            }
        }
    }

    private NodeLabels before(Node node) {
        List<String> names = new ArrayList<>(removed.getOrDefault(node, Set.of()));
        Set<String> added = assigned.getOrDefault(node, Set.of());
        for (Label label : node.getLabels()) {
            if (!added.contains(label.name())) {
                names.add(label.name());
            }
        }
        return NodeLabels.ofNames(names);
    }

    private void check(Node node, NodeLabels before, NodeLabels now) {
        if (now.memory()) {
            if (!Objects.equals(before.kind(), now.kind()) || (!before.is(Labels.ENTITY) && edits(node))) {
                throw refusal(node, before, "its kind was " + name(before.kind()));
            }
        } else if (!isReleased(node, before, now)) {
            throw refusal(node, before, "it lost the label _mem");
        }
    }

    /** Whether a label that is a kind, or a type that is named like one, was put on the node or taken off. */
    private boolean edits(Node node) {
        return hasKind(assigned.getOrDefault(node, Set.of())) || hasKind(removed.getOrDefault(node, Set.of()));
    }

    private static boolean hasKind(Set<String> labels) {
        return labels.stream().anyMatch(label -> NodeKind.of(label) != null);
    }

    /** A domain node gives back both labels; a node that is ours alone cannot. */
    private boolean isReleased(Node node, NodeLabels before, NodeLabels now) {
        return before.is(Labels.ENTITY)
                && !now.is(Labels.ENTITY)
                && !had(node, OWNED)
                && (before.own() || had(node, ADOPTED));
    }

    private boolean had(Node node, String key) {
        if (node.hasProperty(key)) {
            return true;
        }
        for (PropertyEntry<Node> entry : data.removedNodeProperties()) {
            if (key.equals(entry.key()) && node.equals(entry.entity())) {
                return true;
            }
        }
        return false;
    }

    private static String name(NodeKind kind) {
        return kind == null ? "none that is known" : kind.name();
    }

    private static RuntimeException refusal(Node node, NodeLabels before, String detail) {
        ErrorCode code = before.is(Labels.TRANSITION) ? ErrorCode.GUARD_APPEND_ONLY : ErrorCode.GUARD_KIND_CHANGED;
        return code.with("detail", NodeDescription.node(node) + ": " + detail);
    }
}
