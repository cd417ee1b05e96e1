package io.oxgraph.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** For which agents and models a failure pattern holds, by their own record. */
@ExtendWith(Neo4jExtension.class)
class AgentRecordsTest {
    private TestGraph graph;
    private int sequences;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
    }

    @Test
    void an_agent_whose_own_actions_do_not_fail_is_one_for_which_it_fails() {
        pattern("E", null);
        run("a", "m-1", 12, "pay:E");
        run("b", "m-2", 12, "pay:ok");
        run("c", "m-2", 9, "pay:ok");
        assertEquals(List.of(List.of("a"), List.of("b"), List.of("m-1"), List.of("m-2")), lists());
    }

    @Test
    void failures_of_another_code_do_not_count_and_other_actions_neither() {
        pattern("E", null);
        run("a", "", 12, "pay:F");
        run("b", "", 12, "read:E");
        assertEquals(List.of(List.of(), List.of("a"), List.of(), List.of()), lists());
    }

    @Test
    void a_situation_counts_where_it_arose() {
        pattern("AnyError", "run=1");
        run("a", "", 12, "pay:E", "pay:ok");
        run("b", "", 12, "pay:E", "pay:E");
        assertEquals(List.of(List.of("b"), List.of("a"), List.of(), List.of()), lists());
    }

    @Test
    void actions_that_were_warned_of_say_nothing() {
        pattern("E", null);
        run("a", "", 12, "pay:ok");
        graph.run(
                """
                MATCH (p:pattern {workspace_id: $w}) MATCH (a:action {workspace_id: $w})
                CREATE (p)-[:`_mem:injected`]->(a)""");
        assertEquals(List.of(List.of(), List.of(), List.of(), List.of()), lists());
    }

    @Test
    void what_an_agent_did_before_it_changed_no_longer_counts() {
        pattern("E", null);
        run("a", "", 30, "pay:E");
        ZonedDateTime changed = TestGraph.NOW.minusMinutes(1_000 - sequences);
        run("a", "", 12, "pay:ok");
        assertEquals(List.of(List.of("a"), List.of(), List.of(), List.of()), lists());
        graph.run(
                """
                CREATE (m:_mem:run_risk {id: $id, workspace_id: $w, changed_agents: ['a'], changed_models: [''],
                                         changed_at: [$at]})""",
                "id",
                Identifiers.stableId(graph.workspaceId(), "run_risk", List.of()),
                "at",
                changed);
        assertEquals(List.of(List.of(), List.of("a"), List.of(), List.of()), lists());
    }

    @Test
    void patterns_of_success_and_other_workspaces_are_left_out() {
        pattern("None", null);
        run("a", "", 12, "pay:ok");
        assertEquals(List.of(), graph.run("CALL oxgraph.agent_records($w, $now)"));
        graph.refused(ErrorCode.WORKSPACE_NOT_FOUND, "CALL oxgraph.agent_records('nowhere', $now)");
        graph.refused(ErrorCode.INVALID_INPUT, "CALL oxgraph.agent_records($w, null)");
    }

    private List<Object> lists() {
        Map<String, Object> row =
                graph.run("CALL oxgraph.agent_records($w, $now)").getFirst();
        return Arrays.asList(
                row.get("holds_for"), row.get("fails_for"), row.get("holds_for_models"), row.get("fails_for_models"));
    }

    private void pattern(String code, String context) {
        graph.run(
                """
                CREATE (p:_mem:pattern {id: $id, workspace_id: $w, status: 'active', action_type: 'pay', node_type: 'Order',
                                        error_code: $code, interval_low: 0.4})
                SET p.context = $context""",
                "id",
                UUID.randomUUID().toString(),
                "code",
                code,
                "context",
                context);
    }

    /** So many sessions of an agent, a minute apart, each one sequence of actions such as pay:E. */
    private void run(String agent, String model, int times, String... actions) {
        for (int i = 0; i < times; i++) {
            String session = "s" + sequences++;
            ZonedDateTime at = TestGraph.NOW.minusMinutes(1_000 - sequences);
            graph.run(
                    """
                    CREATE (:_mem:session {id: oxgraph.stable_id($w, 'session', [$session]), workspace_id: $w,
                                           session_id: $session, agent_id: $agent, model: $model})
                    CREATE (q:_mem:sequence {id: randomUUID(), workspace_id: $w, session_id: $session, agent_id: $agent,
                                             started_at: $at, closes_at: $at + duration('PT30S')})
                    WITH q UNWIND range(0, size($actions) - 1) AS i
                    WITH q, i, split($actions[i], ':') AS parts
                    CREATE (q)-[:`_mem:contains`]->(a:_mem:action {id: randomUUID(), workspace_id: $w})
                    SET a.action_type = parts[0], a.target_node_type = 'Order', a.target_node_ids = [], a.started_at = $at,
                        a.seq = i, a.outcome = CASE parts[1] WHEN 'ok' THEN 'success' ELSE 'failure' END,
                        a.error_code = CASE parts[1] WHEN 'ok' THEN null ELSE parts[1] END""",
                    "session",
                    session,
                    "agent",
                    agent,
                    "model",
                    model,
                    "at",
                    at,
                    "actions",
                    List.of(actions));
        }
    }
}
