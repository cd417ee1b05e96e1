package io.oxgraph.guard;

import static io.oxgraph.error.ErrorCode.GUARD_INVALID_NODE;
import static io.oxgraph.error.ErrorCode.GUARD_KIND_CHANGED;
import static io.oxgraph.error.ErrorCode.SCHEMA_INCOMPLETE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a memory node may hold, and that it stays what and where it is. */
@ExtendWith(Neo4jExtension.class)
class NodeShapeTest {
    private static final String ACTION = "CREATE (:_mem:action {id: 'a', workspace_id: $w, created_at: $now, "
            + "session_id: 's', action_type: 'get', target_node_ids: [], outcome: 'success', started_at: $now, "
            + "ended_at: $now})";
    private static final String MATCH = "MATCH (n:action {workspace_id: $w}) ";

    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given.another();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE (:_mem {id: 'a', workspace_id: $w, created_at: $now})",
                "CREATE (:_mem:thing {id: 'a', workspace_id: $w, created_at: $now})",
                "CREATE (:_mem:action:message {id: 'a', workspace_id: $w, created_at: $now})",
                "CREATE (:_mem:lock {id: 'a', workspace_id: $w, created_at: 'today', name: 'n'})",
                "CREATE (:_mem:lock {id: 'a', workspace_id: $w, created_at: $now})",
                "CREATE (:_mem:lock {id: 'a', workspace_id: $w, created_at: $now, name: 5})",
                "CREATE (:_mem:entity {id: 'a', workspace_id: $w, created_at: $now, node_id: 'a'})"
            })
    void a_node_is_of_a_kind_and_has_what_that_requires(String statement) {
        graph.refused(GUARD_INVALID_NODE, statement);
    }

    @Test
    void a_refusal_names_the_node_and_what_is_wrong() {
        String text = graph.refused(GUARD_INVALID_NODE, ACTION.replace("session_id: 's', ", ""));
        assertTrue(text.contains("(:_mem:action a): it lacks session_id"), text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET n.outcome = 'maybe'",
                "SET n.outcome = 1",
                "SET n.started_at = localdatetime()",
                "SET n.started_at = datetime({year: 10000})",
                "SET n.started_at = datetime({year: -1})",
                "SET n.started_at = datetime('9999-12-31T23:00-02:00')",
                "SET n.created_at = datetime({year: 10000})",
                "SET n.latency_ms = 'fast'",
                "SET n.latency_ms = 0.0 / 0.0",
                "SET n.seq = 1.5",
                "SET n.target_node_ids = [1]",
                "SET n.target_node_ids = 'x'",
                "SET n.created_at = 'today'",
                "REMOVE n.session_id",
                "SET n = {id: n.id, workspace_id: n.workspace_id, created_at: n.created_at}"
            })
    void values_have_their_types(String change) {
        graph.run(ACTION);
        graph.refused(GUARD_INVALID_NODE, MATCH + change);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET n.outcome = 'failure'",
                "SET n.latency_ms = 5",
                "SET n.target_node_ids = ['x']",
                "SET n.target_node_ids = []",
                "SET n.noted = 'by somebody'",
                "REMOVE n.created_at",
                "SET n:Watched"
            })
    void everything_else_may_be_written(String change) {
        graph.run(ACTION);
        graph.run(MATCH + change);
    }

    @Test
    void what_was_stored_wrongly_before_may_be_changed_and_mended() {
        graph.run("CREATE (:_mem:memory {id: 'm', workspace_id: $w, confidence: 'high'})");
        graph.run("MATCH (n:memory {workspace_id: $w}) SET n.created_at = $now, n.confidence = 'high'");
        graph.run("MATCH (n:memory {workspace_id: $w}) SET n.confidence = 0.5");
        graph.refused(GUARD_INVALID_NODE, "MATCH (n:memory {workspace_id: $w}) SET n.confidence = 'high'");
        graph.refused(GUARD_INVALID_NODE, "MATCH (n:memory {workspace_id: $w}) SET n.status = 'gone'");
    }

    @Test
    void a_type_of_memories_is_built_in_or_the_workspaces_own() {
        graph.run("CREATE (:_mem:memory {id: 'm', workspace_id: $w})");
        graph.run("MATCH (n:memory {workspace_id: $w}) SET n.created_at = $now");
        String change = "MATCH (n:memory {workspace_id: $w}) SET n.type = ";
        graph.run(change + "'event'");
        graph.refused(GUARD_INVALID_NODE, change + "'recipe'");
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.half_life_recipe_days = 10.0");
        graph.run(change + "'recipe'");
    }

    @Test
    void settings_have_their_types() {
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.created_at = $now");
        String change = "MATCH (n:workspace {workspace_id: $w}) SET n.";
        graph.run(change + "inject_limit = 7");
        graph.refused(GUARD_INVALID_NODE, change + "inject_limit = 'many'");
        graph.refused(GUARD_INVALID_NODE, change + "raw_retention = 'ever'");
    }

    @Test
    void the_properties_of_adopted_nodes_are_their_users_own() {
        graph.run("CREATE (:Person {mark: $w, description: ['a', 'list'], deleted_at: 'never', action: true})");
        graph.run("MATCH (n:Person {mark: $w}) SET n:_mem:entity, n.id = 'p', n.node_id = 'p', n.name = 'P', "
                + "n.workspace_id = $w, n.created_at = $now");
        graph.run("MATCH (n:Person {mark: $w}) SET n.deleted_at = 5, n:action");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "REMOVE n:_mem",
                "REMOVE n:_mem, n.workspace_id",
                "REMOVE n:_mem:action SET n.workspace_id = 'other'",
                "REMOVE n:action",
                "REMOVE n:action SET n:message",
                "SET n:message",
                "SET n:entity"
            })
    void a_node_keeps_its_kind_and_its_place(String change) {
        graph.run(ACTION);
        graph.refused(GUARD_KIND_CHANGED, MATCH + change);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "REMOVE n:_mem",
                "REMOVE n:entity",
                "REMOVE n:_mem:entity",
                "REMOVE n:_mem:entity SET n.owned = null"
            })
    void an_entity_that_is_ours_does_not_leave(String change) {
        graph.run("CREATE (:_mem:entity:Person {id: 'e', workspace_id: $w, owned: true})");
        graph.refused(GUARD_KIND_CHANGED, "MATCH (n:Person {workspace_id: $w}) " + change);
    }

    @Test
    void no_node_is_made_while_nothing_keeps_ids_unique() {
        graph.run("DROP CONSTRAINT oxgraph_mem_id");
        try {
            graph.refused(SCHEMA_INCOMPLETE, ACTION);
            graph.refused(SCHEMA_INCOMPLETE, "CREATE (n:Person) SET n:_mem:entity, n.id = 'p', n.workspace_id = $w");
            graph.run("CREATE (:Person {mark: $w})");
        } finally {
            graph.run("CREATE CONSTRAINT oxgraph_mem_id FOR (n:_mem) REQUIRE (n.workspace_id, n.id) IS UNIQUE");
        }
        graph.run(ACTION);
        assertEquals(1L, graph.<Long>value(MATCH + "RETURN count(n)"));
    }
}
