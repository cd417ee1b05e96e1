package io.oxgraph.guard;

import io.oxgraph.graph.Statements;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;

/**
 * A lock that a process holds in an open transaction, by {@code cypher/statements/system/lock.cypher}. It ends with the
 * connection of that process, so it says whether the process lives.
 */
public final class NamedLock {
    private static final long WAIT_MILLIS = 100;

    private NamedLock() {}

    /** Whether somebody holds the lock: it cannot be taken within a tenth of a second. */
    public static boolean isHeld(GraphDatabaseService database, String workspaceId, String name) {
        try (Transaction tx = database.beginTx()) {
            Limit limit = new Limit(tx);
            CompletableFuture.delayedExecutor(WAIT_MILLIS, TimeUnit.MILLISECONDS)
                    .execute(limit);
            try {
                tx.execute(Statements.get("guard/lock"), Map.of("workspace_id", workspaceId, "name", name))
                        .close();
            } catch (RuntimeException e) {
                if (!limit.end()) {
                    throw e;
                }
                return true;
            }
            return limit.end();
        }
    }

    /** Terminates a transaction that waits too long; one that has ended is left alone. */
    private static final class Limit implements Runnable {
        private final Transaction tx;
        private boolean ended;
        private boolean reached;

        Limit(Transaction tx) {
            this.tx = tx;
        }

        @Override
        public synchronized void run() {
            if (!ended) {
                reached = true;
                tx.terminate();
            }
        }

        /** Whether it was reached; it is not any more. */
        synchronized boolean end() {
            ended = true;
            return reached;
        }
    }
}
