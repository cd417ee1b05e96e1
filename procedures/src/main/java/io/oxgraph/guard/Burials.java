package io.oxgraph.guard;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Kinds;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.PropertyEntry;
import org.neo4j.graphdb.event.TransactionData;

/** Leaves a tombstone for whatever goes, unless the transaction left one itself. */
final class Burials {
    private static final String SYSTEM = "system";
    private static final String REASON = "removed";
    /** Too short-lived to be missed, or a grave already. */
    private static final Set<String> UNMARKED = Set.of(Kinds.SLOT, Kinds.LOCK, Kinds.TOMBSTONE);

    private final TransactionData data;
    private final Transaction tx;
    private final ZonedDateTime now;
    private final Set<Node> written = new HashSet<>();

    Burials(TransactionData data, Transaction tx, ZonedDateTime now) {
        this.data = data;
        this.tx = tx;
        this.now = now;
    }

    /** The tombstones of those that need one, each written by now. */
    List<Node> of(List<Dead> dead, Purges purges) {
        for (PropertyEntry<Node> entry : data.assignedNodeProperties()) {
            written.add(entry.entity());
        }
        // What goes with its workspace is told by that one's tombstone.
        Set<String> ended = new HashSet<>();
        dead.stream().filter(one -> Kinds.WORKSPACE.equals(one.kind())).forEach(one -> ended.add(one.workspaceId()));
        List<Node> tombstones = new ArrayList<>();
        for (Dead one : dead) {
            if (Kinds.WORKSPACE.equals(one.kind())) {
                tombstones.add(tombstone(SYSTEM, one));
            } else if (!UNMARKED.contains(one.kind())
                    && !ended.contains(one.workspaceId())
                    && !purges.underWay(one.workspaceId())) {
                tombstones.add(tombstone(one.workspaceId(), one));
            }
        }
        return tombstones;
    }

    private Node tombstone(String workspaceId, Dead one) {
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

    private Node create(String workspaceId, String id, Dead one) {
        Node node = tx.createNode(Labels.MEM, Labels.TOMBSTONE);
        node.setProperty(Keys.WORKSPACE_ID, workspaceId);
        node.setProperty(Keys.ID, id);
        node.setProperty(Keys.CREATED_AT, now);
        node.setProperty("node_id", one.id());
        return node;
    }
}
