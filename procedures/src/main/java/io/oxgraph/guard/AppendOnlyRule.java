package io.oxgraph.guard;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.guard.DeletedNodes.DeletedNode;
import io.oxgraph.guard.ScopeRules.NodeDescription;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.PropertyEntry;
import org.neo4j.graphdb.event.TransactionData;

/**
 * Keeps the audit: transitions and records of migrations are never changed or deleted, except with their workspace by
 * {@link Purge}, and a transition that names a token was written in the token's name, or came by {@link WorkspaceImport}.
 */
final class AppendOnlyRule {
    private static final Label MIGRATION = Label.label("migration");
    private static final Set<String> RECORDS = Set.of(Labels.TRANSITION.name(), MIGRATION.name());

    private static final String PURGING = "purging";

    private final Transaction tx;
    private final TransactionData data;
    private final TransactionChanges changes;

    private AppendOnlyRule(Transaction tx, TransactionData data, TransactionChanges changes) {
        this.tx = tx;
        this.data = data;
        this.changes = changes;
    }

    static void check(TransactionChanges changes, List<DeletedNode> deleted, TransactionData data, Transaction tx) {
        AppendOnlyRule rule = new AppendOnlyRule(tx, data, changes);
        changes.changed().forEach(rule::refuseUpdate);
        changes.created().forEach(rule::checkSigned);
        deleted.stream().filter(one -> RECORDS.contains(one.kind())).forEach(rule::refuseDeletion);
        deleted.stream()
                .filter(one -> Labels.WORKSPACE.name().equals(one.kind()))
                .forEach(AppendOnlyRule::keep);
    }

    private void refuseUpdate(Node node) {
        NodeLabels labels = changes.labels().get(node);
        boolean copied =
                labels.is(Labels.TRANSITION) && WorkspaceImport.isOf((String) node.getProperty(Keys.WORKSPACE_ID));
        if ((labels.is(Labels.TRANSITION) && !copied) || labels.is(MIGRATION)) {
            throw refusal(NodeDescription.node(node) + " was changed");
        }
        if (labels.is(Labels.WORKSPACE) && !Boolean.TRUE.equals(node.getProperty(PURGING, false))) {
            data.assignedNodeProperties().forEach(entry -> refuseCallOff(node, entry));
            data.removedNodeProperties().forEach(entry -> refuseCallOff(node, entry));
        }
    }

    /** Nodes that go while a workspace is deleted for good leave no tombstones of their own. */
    private static void refuseCallOff(Node workspace, PropertyEntry<Node> entry) {
        if (PURGING.equals(entry.key())
                && workspace.equals(entry.entity())
                && Boolean.TRUE.equals(entry.previouslyCommittedValue())) {
            throw ErrorCode.GUARD_WORKSPACE_KEPT.with(
                    "detail",
                    NodeDescription.node(workspace) + " is being deleted for good, which cannot be called off");
        }
    }

    /** Of a workspace without a node there is nothing to be audited. */
    private void refuseDeletion(DeletedNode one) {
        String workspaceId = one.workspaceId();
        boolean kept = one.kind().equals(MIGRATION.name())
                || (!Purge.isOf(workspaceId)
                        && !WorkspaceImport.isOf(workspaceId)
                        && Lookup.byId(tx, Labels.WORKSPACE, workspaceId, workspaceId)
                                .isPresent());
        if (kept) {
            throw refusal("a " + one.kind() + " of workspace " + workspaceId + " was deleted");
        }
    }

    private void checkSigned(Node node) {
        if (changes.labels().get(node).is(Labels.TRANSITION)
                && node.getProperty("by_id", null) instanceof String tokenId
                && !WorkspaceImport.isOf((String) node.getProperty(Keys.WORKSPACE_ID))) {
            String workspaceId = (String) node.getProperty(Keys.WORKSPACE_ID);
            Optional<Node> token = Lookup.byId(tx, Labels.TOKEN, workspaceId, tokenId);
            Object by = node.getProperty("by", null);
            if (token.isEmpty() || !Objects.equals(token.get().getProperty("name", null), by)) {
                throw refusal(NodeDescription.node(node) + " names a token that the workspace does not have");
            }
        }
    }

    private static void keep(DeletedNode workspace) {
        if (!Purge.isOf(workspace.workspaceId()) && !WorkspaceImport.isOf(workspace.workspaceId())) {
            throw ErrorCode.GUARD_WORKSPACE_KEPT.with("detail", "the node of " + workspace.workspaceId());
        }
    }

    private static RuntimeException refusal(String detail) {
        return ErrorCode.GUARD_APPEND_ONLY.with("detail", detail);
    }
}
