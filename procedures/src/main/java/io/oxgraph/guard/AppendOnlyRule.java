package io.oxgraph.guard;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.guard.ScopeRules.NodeDescription;
import io.oxgraph.guard.TombstoneWriter.PurgingWorkspaces;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.event.LabelEntry;
import org.neo4j.graphdb.event.PropertyEntry;
import org.neo4j.graphdb.event.TransactionData;

/** Refuses changes and deletions of transitions, which are append-only until their workspace is purged. */
final class AppendOnlyRule {
    private static final Set<String> TRANSITION_LABELS = Set.of(Labels.MEM.name(), Labels.TRANSITION.name());

    private final TransactionData data;
    private final PurgingWorkspaces purges;

    private AppendOnlyRule(TransactionData data, PurgingWorkspaces purges) {
        this.data = data;
        this.purges = purges;
    }

    static void check(TransactionChanges changes, TransactionData data, PurgingWorkspaces purges) {
        changes.changed().forEach(AppendOnlyRule::refuseUpdate);
        new AppendOnlyRule(data, purges).checkRemovedLabels();
    }

    private static void refuseUpdate(Node node) {
        if (node.hasLabel(Labels.TRANSITION)) {
            throw refusal(NodeDescription.node(node) + " was changed");
        }
    }

    /** A deleted node's labels are among the removed ones. */
    private void checkRemovedLabels() {
        Set<Node> deleted = new HashSet<>();
        removedLabels().forEach((node, labels) -> {
            if (!data.isDeleted(node)) {
                refuseUnlabelled(node, labels);
            } else if (labels.containsAll(TRANSITION_LABELS)) {
                deleted.add(node);
            }
        });
        if (!deleted.isEmpty()) {
            checkDeletions(deleted);
        }
    }

    /** The transition labels that each node lost. */
    private Map<Node, Set<String>> removedLabels() {
        Map<Node, Set<String>> removed = new HashMap<>();
        for (LabelEntry entry : data.removedLabels()) {
            if (TRANSITION_LABELS.contains(entry.label().name())) {
                removed.computeIfAbsent(entry.node(), node -> new HashSet<>())
                        .add(entry.label().name());
            }
        }
        return removed;
    }

    private static void refuseUnlabelled(Node node, Set<String> removed) {
        boolean wasTransition = removed.contains(Labels.TRANSITION.name()) || node.hasLabel(Labels.TRANSITION);
        boolean wasMemory = removed.contains(Labels.MEM.name()) || node.hasLabel(Labels.MEM);
        if (wasTransition && wasMemory) {
            throw refusal(NodeDescription.node(node) + " lost a label");
        }
    }

    private void checkDeletions(Set<Node> deleted) {
        for (PropertyEntry<Node> entry : data.removedNodeProperties()) {
            if (Keys.WORKSPACE_ID.equals(entry.key()) && deleted.contains(entry.entity())) {
                String workspaceId = String.valueOf(entry.previouslyCommittedValue());
                if (!purges.contain(workspaceId)) {
                    throw refusal("one of workspace " + workspaceId + " was deleted, which is not being purged");
                }
            }
        }
    }

    private static RuntimeException refusal(String detail) {
        return ErrorCode.GUARD_APPEND_ONLY.with("detail", detail);
    }
}
