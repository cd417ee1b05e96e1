package io.oxgraph.guard;

import io.oxgraph.graph.Keys;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.TransactionData;
import org.neo4j.graphdb.event.TransactionEventListener;

/**
 * Holds, in the transaction and for every writer, what Community's constraints cannot: the rules of scope, the
 * append-only transitions, and the {@code rev} of what changed.
 */
public final class Guard implements TransactionEventListener<Void> {
    private final RevisionClock clock;

    Guard(RevisionClock clock) {
        this.clock = clock;
    }

    /** A guard by the server's clock. */
    public static Guard ofThisServer() {
        return new Guard(new RevisionClock(System::currentTimeMillis));
    }

    @Override
    public Void beforeCommit(TransactionData data, Transaction tx, GraphDatabaseService database) {
        if (data.hasDataChanges()) {
            Changes changes = Changes.of(data);
            ScopeRules.check(changes, data);
            AppendOnlyRule.check(changes, data, tx);
            stamp(changes);
        }
        return null;
    }

    private void stamp(Changes changes) {
        for (Node node : changes.touched()) {
            node.setProperty(Keys.REV, clock.next());
        }
    }

    @Override
    public void afterCommit(TransactionData data, Void state, GraphDatabaseService database) {}

    @Override
    public void afterRollback(TransactionData data, Void state, GraphDatabaseService database) {}
}
