package io.oxgraph.changes;

import io.oxgraph.graph.Statements;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** Tells one graph from another. */
public final class DatabaseIds {
    private DatabaseIds() {}

    /** Neo4j's id of the store: it stays when the server starts again or its address changes. */
    public static String of(Transaction tx) {
        try (Result rows = tx.execute(Statements.get("changes/database_id"))) {
            return (String) rows.next().get("id");
        }
    }
}
