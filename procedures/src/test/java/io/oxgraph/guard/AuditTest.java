package io.oxgraph.guard;

import static io.oxgraph.error.ErrorCode.GUARD_APPEND_ONLY;
import static io.oxgraph.error.ErrorCode.GUARD_INVALID_NODE;
import static io.oxgraph.error.ErrorCode.GUARD_WORKSPACE_KEPT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.graph.Lookup;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.graphdb.Transaction;

/** The audit goes with its workspace alone, and only when that is deleted for good. */
@ExtendWith(Neo4jExtension.class)
class AuditTest {
    private static final String PURGE = "MATCH (n:workspace {workspace_id: $w}) SET n.purging = true";
    private static final String WRITE =
            "CREATE (:_mem:transition {id: 't', workspace_id: $w, created_at: $now, at: $now, "
                    + "subject_id: 's', subject_kind: 'memory', rule: 'merged', inputs: '{}'";

    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given.another();
    }

    @Test
    void transitions_do_not_go_because_a_property_says_so() {
        graph.run(WRITE + "})");
        graph.run(PURGE);
        graph.refused(GUARD_APPEND_ONLY, "MATCH (n:transition {workspace_id: $w}) DELETE n");
        graph.refused(GUARD_APPEND_ONLY, "MATCH (n:transition {workspace_id: $w}) SET n.rule = 'other'");
    }

    @Test
    void transitions_do_not_go_in_the_callers_transaction_beside_a_batch_of_the_purge() {
        graph.run("UNWIND ['a', 'b'] AS id CREATE (:_mem:transition {id: id, workspace_id: $w})");
        graph.run(PURGE);
        graph.refused(
                GUARD_APPEND_ONLY,
                "CALL oxgraph.purge_memory($w, '', 1) YIELD removed "
                        + "MATCH (n:transition {id: 'b', workspace_id: $w}) DELETE n");
    }

    @Test
    void a_workspace_that_is_deleted_for_good_takes_its_transitions_along() {
        graph.run(WRITE + "})");
        graph.run(PURGE);
        assertEquals(false, graph.value("CALL oxgraph.purge_end($w)"));
        List<Map<String, Object>> rows = graph.run("CALL oxgraph.purge_memory($w, '', 10)");
        assertEquals(1L, rows.getFirst().get("removed"));
        assertEquals(true, graph.value("CALL oxgraph.purge_end($w)"));
        assertEquals(0L, graph.<Long>value("MATCH (n:_mem {workspace_id: $w}) RETURN count(n)"));
    }

    @Test
    void two_who_delete_a_workspace_both_end() throws Exception {
        graph.run(PURGE);
        List<FutureTask<Boolean>> ends = Stream.generate(
                        () -> new FutureTask<>(() -> graph.<Boolean>value("CALL oxgraph.purge_end($w)")))
                .limit(2)
                .toList();
        List<Thread> threads = ends.stream().map(Thread::new).toList();
        String workspaceId = graph.workspaceId();
        try (Transaction held = graph.database().beginTx()) {
            held.acquireWriteLock(Lookup.byId(held, workspaceId, workspaceId).orElseThrow());
            threads.forEach(Thread::start);
            while (threads.stream().anyMatch(thread -> thread.isAlive() && !waitsForLock(thread))) {
                Thread.onSpinWait();
            }
        }
        for (FutureTask<Boolean> end : ends) {
            assertTrue(end.get());
        }
    }

    private static boolean waitsForLock(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(at -> at.getClassName().endsWith("ForsetiClient") && "waitFor".equals(at.getMethodName()));
    }

    @Test
    void only_a_workspace_that_is_marked_is_purged() {
        graph.run(WRITE + "})");
        graph.refused(GUARD_WORKSPACE_KEPT, "CALL oxgraph.purge_memory($w, '', 10)");
        graph.refused(GUARD_WORKSPACE_KEPT, "CALL oxgraph.purge_end($w)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"DELETE n", "DETACH DELETE n", "SET n.purging = false", "REMOVE n.purging", "SET n.purging = 'x'"
            })
    void a_workspace_is_not_deleted_by_hand_and_its_purge_not_called_off(String change) {
        graph.run(PURGE);
        graph.refused(GUARD_WORKSPACE_KEPT, "MATCH (n:workspace {workspace_id: $w}) " + change);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rule: 'r'",
                "at: '2026-01-01', subject_id: 's', subject_kind: 'memory', rule: 'r', inputs: '{}'",
                "at: datetime(), subject_id: 5, subject_kind: 'memory', rule: 'r', inputs: '{}'",
                "at: datetime(), subject_id: 's', subject_kind: 'memory', rule: 'r', inputs: ['x']"
            })
    void a_transition_has_its_form(String properties) {
        graph.refused(
                GUARD_INVALID_NODE,
                "CREATE (:_mem:transition {id: 't', workspace_id: $w, created_at: $now, " + properties + "})");
    }

    @Test
    void a_transition_names_only_a_token_of_its_workspace() {
        graph.run("CREATE (:_mem:token {id: 'k', workspace_id: $w, name: 'Ann', token_hash: $w, role: 'admin'})");
        graph.refused(GUARD_APPEND_ONLY, WRITE + ", by: 'Bob', by_id: 'k'})");
        graph.refused(GUARD_APPEND_ONLY, WRITE + ", by: 'Ann', by_id: 'other'})");
        graph.run(WRITE + ", by: 'Ann', by_id: 'k'})");
    }

    @Test
    void what_belongs_to_no_workspace_is_not_purged() {
        long before = graph.<Long>value("MATCH (n:_mem {workspace_id: 'system'}) RETURN count(n)");
        List<Map<String, Object>> rows = graph.run("CALL oxgraph.purge_memory('system', '', 1000)");
        assertEquals(0L, rows.getFirst().get("removed"));
        assertEquals(true, graph.value("CALL oxgraph.purge_end('system')"));
        assertEquals(before, graph.<Long>value("MATCH (n:_mem {workspace_id: 'system'}) RETURN count(n)"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SET n.checksum = 'y'", "REMOVE n.name", "DELETE n"})
    void records_of_migrations_stay(String change) {
        graph.run("CREATE (:_mem:migration {id: $w, workspace_id: 'system', created_at: $now, version: 'V9999', "
                + "name: 'n', checksum: 'x', applied_at: $now})");
        graph.refused(GUARD_APPEND_ONLY, "MATCH (n:_mem:migration {id: $w, workspace_id: 'system'}) " + change);
    }
}
