package io.oxgraph.guard;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Kinds;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.guard.DeletedNodes.DeletedNode;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.PropertyEntry;
import org.neo4j.graphdb.event.TransactionData;

/** Writes a tombstone for each deleted memory node, unless the transaction wrote one itself. */
final class TombstoneWriter {
    private static final String SYSTEM = "system";
    private static final String REASON = "removed";
    /** Kinds without tombstones: short-lived ones, and tombstones. */
    private static final Set<String> UNMARKED = Set.of(Kinds.SLOT, Kinds.LOCK, Kinds.TOMBSTONE);

    private final TransactionData data;
    private final Transaction tx;
    private final ZonedDateTime now;
    private final Set<Node> written = new HashSet<>();

    TombstoneWriter(TransactionData data, Transaction tx, ZonedDateTime now) {
        this.data = data;
        this.tx = tx;
        this.now = now;
    }

    /** Writes and returns the tombstones of the nodes that need one. */
    List<Node> of(List<DeletedNode> dead) {
        for (PropertyEntry<Node> entry : data.assignedNodeProperties()) {
            written.add(entry.entity());
        }
        // Nodes deleted with their workspace are covered by the workspace's tombstone.
        Set<String> ended = new HashSet<>();
        PurgingWorkspaces purges = new PurgingWorkspaces(tx);
        dead.stream().filter(one -> Kinds.WORKSPACE.equals(one.kind())).forEach(one -> ended.add(one.workspaceId()));
        List<Node> tombstones = new ArrayList<>();
        for (DeletedNode one : dead) {
            if (Kinds.WORKSPACE.equals(one.kind())) {
                tombstones.add(tombstone(SYSTEM, one));
            } else if (!UNMARKED.contains(one.kind())
                    && !ended.contains(one.workspaceId())
                    && !WorkspaceImport.isOf(one.workspaceId())
                    && !purges.underWay(one.workspaceId())) {
                tombstones.add(tombstone(one.workspaceId(), one));
            }
        }
        return tombstones;
    }

    private Node tombstone(String workspaceId, DeletedNode one) {
        String id = Identifiers.stableId(workspaceId, Kinds.TOMBSTONE, List.of(one.id()));
        Optional<Node> found = Lookup.byId(tx, workspaceId, id);
        Node node = found.orElseGet(() -> create(workspaceId, id, one));
        if (!written.contains(node)) {
            node.setProperty("kind", one.kind());
            node.setProperty("reason", REASON);
            node.setProperty("deleted_at", now);
        }
        return node;
    }

    private Node create(String workspaceId, String id, DeletedNode one) {
        Node node = tx.createNode(Labels.MEM, Labels.TOMBSTONE);
        node.setProperty(Keys.WORKSPACE_ID, workspaceId);
        node.setProperty(Keys.ID, id);
        node.setProperty(Keys.CREATED_AT, now);
        node.setProperty("node_id", one.id());
        return node;
    }

    /** Looks up which workspaces are being purged. */
    private static final class PurgingWorkspaces {
        private final Transaction tx;
        private final Map<String, Boolean> known = new HashMap<>();

        PurgingWorkspaces(Transaction tx) {
            this.tx = tx;
        }

        /** Whether the workspace exists and is being purged. */
        boolean underWay(String workspaceId) {
            return known.computeIfAbsent(workspaceId, id -> Lookup.byId(tx, Labels.WORKSPACE, id, id)
                    .map(workspace -> Boolean.TRUE.equals(workspace.getProperty("purging", false)))
                    .orElse(false));
        }
    }
}
