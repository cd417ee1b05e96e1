package io.oxgraph.entity;

import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** Lets one caller at a time make new names in a workspace. */
final class Locks {
    private static final String MERGE =
            """
            MERGE (l:_mem:lock {workspace_id: $workspace_id, id: $id})
            ON CREATE SET l.name = 'names', l.created_at = $now
            RETURN l""";

    private Locks() {}

    static void names(Transaction tx, String workspaceId, ZonedDateTime now) {
        String id = Identifiers.stableId(workspaceId, "lock", List.of("names"));
        try (Result result = tx.execute(MERGE, Map.of("workspace_id", workspaceId, "id", id, "now", now))) {
            tx.acquireWriteLock((Node) result.next().get("l"));
            result.accept(row -> true);
        }
    }
}
