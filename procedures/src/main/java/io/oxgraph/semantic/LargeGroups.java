package io.oxgraph.semantic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** What rules ask of a subject's memories where there are too many to read them all. */
final class LargeGroups {
    /** As many contradictions as this are beyond any review. */
    static final int MOST_CURRENT = 1_024;

    private static final int MOST_PAST = 256;
    private static final int NEAREST = 32;

    private static final String CURRENT =
            """
            MATCH (m:memory) USING RANGE INDEX SEEK m:memory(workspace_id, subject_id, %1$s, status, valid_to)
            WHERE m.workspace_id = $workspace_id AND m.subject_id = $subject_id AND m.%1$s = $value
              AND m.status IN ['active', 'expired'] AND m.valid_to IS NOT NULL
            RETURN m LIMIT $limit""";
    /** Those that end soonest are the ones that hold at its beginning, and the one that follows. */
    private static final String PAST =
            """
            MATCH (m:memory) USING RANGE INDEX SEEK m:memory(workspace_id, subject_id, %1$s, status, valid_to)
            WHERE m.workspace_id = $workspace_id AND m.subject_id = $subject_id AND m.%1$s = $value
              AND m.status = 'superseded' AND m.valid_to > $from AND m.valid_from < $to AND m.retired_at IS NULL
            RETURN m ORDER BY m.valid_to LIMIT $limit""";
    /** Active and expired come before the other states in the alphabet. */
    private static final String NEAR =
            """
            CYPHER 25 MATCH (m:memory)
            SEARCH m IN (VECTOR INDEX %1$s FOR $vector
              WHERE m.workspace_id = $workspace_id AND m.subject_id = $subject_id AND m.type = $type
                AND m.status <= 'expired' LIMIT $limit)
            WHERE m.predicate = $value
            RETURN m""";

    private static final Map<String, String> STATEMENTS = new HashMap<>();

    static {
        for (String property : List.of(MemoryNodes.PREDICATE, MemoryNodes.TOPIC_KEY)) {
            STATEMENTS.put("current " + property, CURRENT.formatted(property));
            STATEMENTS.put("past " + property, PAST.formatted(property));
        }
        for (String index : List.of("oxgraph_memory_embedding", "oxgraph_memory_embedding_alt")) {
            STATEMENTS.put(index, NEAR.formatted(index));
        }
    }

    private final Transaction tx;
    private final String workspaceId;
    private final Slot slot;

    LargeGroups(Transaction tx, String workspaceId, Slot slot) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.slot = slot;
    }

    /** The active and expired ones, of all types. */
    List<Node> current(String property, String subjectId, String value) {
        Map<String, Object> parameters = parameters(subjectId, value, MOST_CURRENT);
        return nodes("current " + property, parameters);
    }

    /** The superseded ones whose validity meets the memory's. */
    List<Node> past(String property, String subjectId, String value, Memory memory) {
        Map<String, Object> parameters = parameters(subjectId, value, MOST_PAST);
        parameters.put("from", memory.validFrom);
        parameters.put("to", memory.validTo());
        return nodes("past " + property, parameters);
    }

    /** Those of the nearest vectors; none without a vector. */
    List<Node> nearest(Memory fresh) {
        float[] vector = fresh.backing().vector();
        if (vector == null) {
            return List.of();
        }
        Map<String, Object> parameters =
                parameters(fresh.claim().subjectId(), fresh.claim().predicate(), NEAREST);
        parameters.put("vector", vector);
        parameters.put("type", fresh.claim().type());
        return nodes(slot.index(), parameters);
    }

    private Map<String, Object> parameters(String subjectId, String value, int limit) {
        return new HashMap<>(
                Map.of("workspace_id", workspaceId, "subject_id", subjectId, "value", value, "limit", (long) limit));
    }

    private List<Node> nodes(String statement, Map<String, Object> parameters) {
        List<Node> nodes = new ArrayList<>();
        try (Result result = tx.execute(STATEMENTS.get(statement), parameters)) {
            while (result.hasNext()) {
                nodes.add((Node) result.next().get("m"));
            }
        }
        return nodes;
    }
}
