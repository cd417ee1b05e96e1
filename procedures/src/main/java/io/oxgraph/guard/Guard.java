package io.oxgraph.guard;

import io.oxgraph.graph.Keys;
import io.oxgraph.guard.DeletedNodes.DeletedNode;
import io.oxgraph.guard.RevisionClock.RevisionRange;
import io.oxgraph.guard.TransactionChanges.RelationshipOwners;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.PropertyEntry;
import org.neo4j.graphdb.event.TransactionData;
import org.neo4j.graphdb.event.TransactionEventListener;

/**
 * Transaction event listener that enforces, for every writer, what Neo4j Community's constraints cannot: the scope
 * rules, the form of nodes and their kinds, the audit, tombstones of deleted nodes, and the revision number {@code rev}
 * of changed nodes.
 */
public final class Guard implements TransactionEventListener<RevisionRange> {
    private final Revisions revisions;

    Guard(Revisions revisions) {
        this.revisions = revisions;
    }

    /**
     * Creates a guard that uses the server's clock.
     *
     * @param panicked whether the database has panicked, so that it is unknown which transactions are durable
     * @param lastCommitted number of the last commit of the database
     */
    public static Guard ofThisServer(BooleanSupplier panicked, LongSupplier lastCommitted) {
        return new Guard(new Revisions(System::currentTimeMillis, panicked, lastCommitted));
    }

    /** Calls this whenever another member of a cluster turns out to have changed memory. */
    public void onOthers(Runnable listener) {
        revisions.onOthers(listener);
    }

    /** Looks whether another member of a cluster has changed memory. */
    public void notice(Transaction tx) {
        revisions.notice(tx);
    }

    /** Starts the revision numbers of a database. */
    public void start(String database) {
        revisions.begin(database);
    }

    /** Stops the revision numbers of a database. */
    public void stop(String database) {
        revisions.end(database);
    }

    @Override
    public RevisionRange beforeCommit(TransactionData data, Transaction tx, GraphDatabaseService database) {
        if (!data.hasDataChanges()) {
            return null;
        }
        TransactionChanges changes = TransactionChanges.of(data);
        List<DeletedNode> deleted = DeletedNodes.in(data);
        check(changes, deleted, data, tx);
        Set<Node> touched = changes.touched();
        Set<Node> stamped = inOrder(touched, buried(deleted, data, tx), owners(data, tx, touched));
        return stamped.isEmpty() ? null : stamp(stamped, drawn(changes, () -> committed(data, touched), stamped, tx));
    }

    /** A fence is raised before a workspace moves, so who has passed it since then sees the mark. */
    private RevisionRange drawn(
            TransactionChanges changes, Supplier<Map<Node, Long>> committed, Set<Node> stamped, Transaction tx) {
        if (WorkspaceMove.isMarking()) {
            return revisions.draw(tx, committed, stamped.size());
        }
        return revisions.fence().pass(stamped, () -> {
            WorkspaceMove.check(changes, stamped, tx);
            return revisions.draw(tx, committed, stamped.size());
        });
    }

    /** The committed revisions of the nodes that a transaction has written or deleted; 0 of new ones. */
    private static Map<Node, Long> committed(TransactionData data, Set<Node> touched) {
        Map<Node, Long> revisions = new HashMap<>();
        touched.forEach(node -> revisions.put(node, node.getProperty(Keys.REV, null) instanceof Long rev ? rev : 0L));
        for (Iterable<PropertyEntry<Node>> entries :
                List.of(data.assignedNodeProperties(), data.removedNodeProperties())) {
            for (PropertyEntry<Node> entry : entries) {
                if (entry.key().equals(Keys.REV)) {
                    revisions.put(entry.entity(), entry.previouslyCommittedValue() instanceof Long rev ? rev : 0L);
                }
            }
        }
        return revisions;
    }

    private void check(TransactionChanges changes, List<DeletedNode> deleted, TransactionData data, Transaction tx) {
        if (!changes.created().isEmpty() || !changes.adopted().isEmpty()) {
            UniqueIds.require(tx);
        }
        ScopeRules.check(changes, data);
        WorkspaceImport.check(changes, data);
        AppendOnlyRule.check(changes, deleted, data, tx);
        KindRules.check(changes, data);
        NodeShape.check(changes, data, tx);
    }

    private List<Node> buried(List<DeletedNode> deleted, TransactionData data, Transaction tx) {
        return deleted.isEmpty()
                ? List.of()
                : new TombstoneWriter(data, tx, revisions.clock().now()).of(deleted);
    }

    /**
     * Owners are locked before revisions are drawn, so that a node locked by another transaction cannot get a smaller
     * revision later.
     */
    private static List<Node> owners(TransactionData data, Transaction tx, Set<Node> touched) {
        List<Node> owners = new ArrayList<>();
        for (Node owner : RelationshipOwners.in(data, WorkspaceImport.isUnderWay())) {
            if (!touched.contains(owner)) {
                tx.acquireWriteLock(owner);
                owners.add(owner);
            }
        }
        return owners;
    }

    /** Tombstones come first, so that a node that was deleted and created again appears after its deletion. */
    private static Set<Node> inOrder(Set<Node> touched, List<Node> buried, List<Node> owners) {
        if (buried.isEmpty() && owners.isEmpty()) {
            return touched;
        }
        Set<Node> all = new LinkedHashSet<>(buried);
        all.addAll(touched);
        all.addAll(owners);
        return all;
    }

    private RevisionRange stamp(Set<Node> nodes, RevisionRange ticket) {
        boolean done = false;
        try {
            nodes.forEach(node -> node.setProperty(Keys.REV, ticket.next()));
            done = true;
            return ticket;
        } finally {
            if (!done) {
                revisions.clock().rolledBack(ticket);
            }
        }
    }

    @Override
    public void afterCommit(TransactionData data, RevisionRange ticket, GraphDatabaseService database) {
        revisions.committed(data.getTransactionId()); // Before it ceases to be in flight.
        if (ticket != null) {
            revisions.clock().committed(ticket);
        }
    }

    @Override
    public void afterRollback(TransactionData data, RevisionRange ticket, GraphDatabaseService database) {
        if (ticket != null) {
            revisions.clock().rolledBack(ticket);
        }
    }
}
