package io.oxgraph.testing;

import io.oxgraph.error.ErrorCode;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Assertions;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** A workspace for one test, with helpers to query it. */
public final class TestGraph {
    /** The current time in every test. */
    public static final ZonedDateTime NOW = ZonedDateTime.of(2026, 1, 10, 12, 0, 0, 0, ZoneOffset.UTC);

    private final GraphDatabaseService database;
    private final String workspaceId = UUID.randomUUID().toString();

    TestGraph(GraphDatabaseService database) {
        this.database = database;
        run("CREATE (:_mem:workspace {id: $w, workspace_id: $w, memory_enabled: true, injection_enabled: true})");
    }

    /** Another fresh workspace. */
    public TestGraph another() {
        return new TestGraph(database);
    }

    public String workspaceId() {
        return workspaceId;
    }

    public GraphDatabaseService database() {
        return database;
    }

    /** Runs a statement in its own transaction and returns its rows; $w is the workspace, $now the time. */
    public List<Map<String, Object>> run(String statement, Object... parameters) {
        try (Transaction tx = database.beginTx()) {
            List<Map<String, Object>> rows = rows(tx, statement, parameters(parameters));
            tx.commit();
            return rows;
        }
    }

    private static List<Map<String, Object>> rows(Transaction tx, String statement, Map<String, Object> parameters) {
        try (Result result = tx.execute(statement, parameters)) {
            return result.stream().toList();
        }
    }

    /** The single value of the single row. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <T> T value(String statement, Object... parameters) {
        List<Map<String, Object>> rows = run(statement, parameters);
        Assertions.assertEquals(1, rows.size());
        return (T) rows.getFirst().values().iterator().next();
    }

    /** Asserts that a statement fails with a code; returns the message. */
    public String refused(ErrorCode code, String statement, Object... parameters) {
        Exception error = Assertions.assertThrows(Exception.class, () -> run(statement, parameters));
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains("[oxgraph:" + code.code() + "]")) {
                return cause.getMessage();
            }
        }
        return Assertions.fail("not refused with " + code.code(), error);
    }

    private Map<String, Object> parameters(Object... pairs) {
        Map<String, Object> parameters = new HashMap<>(Map.of("w", workspaceId, "now", NOW));
        for (int i = 0; i < pairs.length; i += 2) {
            parameters.put((String) pairs[i], pairs[i + 1]);
        }
        return parameters;
    }
}
