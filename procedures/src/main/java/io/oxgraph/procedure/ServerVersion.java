package io.oxgraph.procedure;

import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** Asks the server which Neo4j it is. */
final class ServerVersion {
    private static final String QUERY =
            "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0] AS version";

    private ServerVersion() {}

    static String read(Transaction tx) {
        try (Result result = tx.execute(QUERY)) {
            return (String) result.next().get("version");
        }
    }
}
