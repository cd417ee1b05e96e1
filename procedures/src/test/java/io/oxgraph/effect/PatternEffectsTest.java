package io.oxgraph.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Holdout;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Which sequences are trials of a pattern, in which group, and which failed. */
@ExtendWith(Neo4jExtension.class)
class PatternEffectsTest {
    private static final double RATE = 0.4;
    private static final ZonedDateTime BEGUN = TestGraph.NOW.minusDays(2);

    private TestGraph graph;
    private int minutes;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
        hold(RATE, BEGUN);
    }

    @Test
    void a_plain_pattern_is_tried_wherever_anything_was_done_and_fails_with_its_code_alone() {
        pattern("book", "E", null, Map.of());
        sequence(shown("book", "E", null), "read:ok");
        sequence(shown("book", "E", null), "book:F");
        sequence(shown("book", "E", null), "read:ok book:E book:ok");
        sequence(withheld("book", "E", null), "book:E");
        assertEquals(List.of(3L, 1L, 1L, 1L), figures());
    }

    @Test
    void a_pattern_of_success_fails_with_whatever_fails() {
        pattern("book", "None", null, Map.of());
        sequence(shown("book", "None", null), "book:F");
        sequence(withheld("book", "None", null), "book:ok");
        assertEquals(List.of(1L, 1L, 1L, 0L), figures());
    }

    @Test
    void a_run_is_tried_where_it_came_about_whatever_was_done_then() {
        pattern("book", "AnyError", "run=1", Map.of());
        sequence(shown("book", "AnyError", "run=1"), "book:E");
        sequence(shown("book", "AnyError", "run=1"), "book:E read:ok");
        sequence(shown("book", "AnyError", "run=1"), "book:E read:ok book:F");
        sequence(shown("book", "AnyError", "run=1"), "book:E book:ok book:E");
        sequence(shown("book", "AnyError", "run=1"), "book:ok book:ok read:E");
        sequence(withheld("book", "AnyError", "run=1"), "book:E book:E");
        assertEquals(List.of(4L, 1L, 1L, 1L), figures());
    }

    @Test
    void a_first_action_is_a_trial_of_every_sequence() {
        pattern("book", "AnyError", "previous=^", Map.of());
        sequence(shown("book", "AnyError", "previous=^"), "read:ok book:E");
        sequence(shown("book", "AnyError", "previous=^"), "book:E");
        sequence(withheld("book", "AnyError", "previous=^"), "book:ok book:E");
        assertEquals(List.of(2L, 1L, 1L, 0L), figures());
    }

    @Test
    void the_previous_action_and_the_run_together() {
        String context = "previous+run=read:ok|1";
        pattern("book", "AnyError", context, Map.of());
        sequence(shown("book", "AnyError", context), "book:E read:ok book:E");
        sequence(shown("book", "AnyError", context), "book:E read:ok");
        sequence(shown("book", "AnyError", context), "read:ok book:E");
        sequence(withheld("book", "AnyError", context), "book:E read:ok book:ok");
        assertEquals(List.of(2L, 1L, 1L, 0L), figures());
    }

    @Test
    void on_a_node_on_which_it_failed_before() {
        pattern("book", "AnyError", "here=bad", Map.of());
        sequence(shown("book", "AnyError", "here=bad"), "book:E@a book:ok@b book:ok@c book:ok@d book:ok@e book:E@a");
        sequence(shown("book", "AnyError", "here=bad"), "book:E@a book:ok@a book:E@a");
        sequence(withheld("book", "AnyError", "here=bad"), "book:E@a book:E@b");
        assertEquals(List.of(2L, 1L, 1L, 0L), figures());
    }

    @Test
    void history_is_known_by_evidence_once_the_sequence_was_counted() {
        pattern("book", "AnyError", "history=bad", Map.of());
        String session = shown("book", "AnyError", "history=bad");
        sequence(session, "book:E@a");
        assertEquals(List.of(0L, 0L, 0L, 0L), figures());
        graph.run("MATCH (q:sequence {workspace_id: $w}) SET q.counted_at = $now");
        assertEquals(List.of(1L, 0L, 0L, 0L), figures());
        graph.run("MATCH (q:sequence {workspace_id: $w}) MATCH (p:pattern {workspace_id: $w})"
                + " CREATE (p)-[:`_mem:evidence`]->(q)");
        assertEquals(List.of(1L, 1L, 0L, 0L), figures());
    }

    @Test
    void only_sequences_that_began_when_all_was_as_it_is_now_count() {
        pattern("book", "E", null, Map.of("promoted_at", BEGUN.plusMinutes(90)));
        IntStream.range(0, 4).forEach(i -> sequence(shown("book", "E", null), "book:E")); // At 60, 120, 180, 240.
        assertEquals(List.of(3L, 3L, 0L, 0L), figures());
        graph.run("MATCH (p:pattern {workspace_id: $w}) SET p.shown_again_at = $at", "at", BEGUN.plusMinutes(150));
        assertEquals(List.of(2L, 2L, 0L, 0L), figures());
        graph.run("MATCH (p:pattern {workspace_id: $w}) SET p.suppressed_at = $at", "at", BEGUN.plusMinutes(200));
        assertEquals(List.of(1L, 1L, 0L, 0L), figures());
        assertEquals(0L, row("since", BEGUN.plusMinutes(190)).get("shown_trials"));
        hold(RATE, TestGraph.NOW.minusMinutes(1));
        assertEquals(List.of(0L, 0L, 0L, 0L), figures());
    }

    @Test
    void without_a_holdout_all_figures_are_empty() {
        pattern("book", "E", null, Map.of());
        sequence(shown("book", "E", null), "book:E");
        hold(0.0, BEGUN);
        Map<String, Object> row = row("since", null);
        assertEquals(0L, row.get("shown_trials"));
        List.of("shown_rate", "withheld_rate", "risk_reduction", "low", "high")
                .forEach(name -> assertNull(row.get(name), name));
        assertEquals(false, row.get("harmful"));
    }

    @Test
    void a_harmful_pattern_is_reported() {
        pattern("book", "E", null, Map.of());
        IntStream.range(0, 20).forEach(i -> sequence(shown("book", "E", null), "book:E"));
        IntStream.range(0, 20).forEach(i -> sequence(withheld("book", "E", null), "book:ok"));
        Map<String, Object> row = row("since", null);
        assertEquals(
                List.of(1.0, 0.0, -1.0),
                List.of(row.get("shown_rate"), row.get("withheld_rate"), row.get("risk_reduction")));
        assertEquals(true, row.get("harmful"));
    }

    @Test
    void other_patterns_and_other_workspaces_are_left_out() {
        String id = pattern("book", "E", null, Map.of());
        pattern("old", "E", null, Map.of("status", "superseded"));
        TestGraph other = graph.another();
        sequence(shown("book", "E", null), "book:E");
        assertEquals(List.of(), other.run("CALL oxgraph.effect($w, [$id], null, $now)", "id", id));
        assertEquals(List.of(), other.run("CALL oxgraph.effect($w, null, null, $now)"));
        assertEquals(1, graph.run("CALL oxgraph.effect($w, null, null, $now)").size());
        assertEquals(List.of(), graph.run("CALL oxgraph.effect($w, [], null, $now)"));
        graph.refused(ErrorCode.WORKSPACE_NOT_FOUND, "CALL oxgraph.effect('nowhere', null, null, $now)");
        graph.refused(ErrorCode.INVALID_INPUT, "CALL oxgraph.effect($w, null, null, null)");
    }

    @Test
    void the_older_procedure_calls_the_risk_reduction_lift() {
        pattern("book", "E", null, Map.of());
        sequence(shown("book", "E", null), "book:E");
        sequence(withheld("book", "E", null), "book:ok");
        Map<String, Object> row =
                graph.run("CALL oxgraph.lift($w, null, null, $now)").getFirst();
        assertEquals(row("since", null).get("risk_reduction"), row.get("lift"));
    }

    private List<Object> figures() {
        Map<String, Object> row = row("since", null);
        return List.of(
                row.get("shown_trials"),
                row.get("shown_failures"),
                row.get("withheld_trials"),
                row.get("withheld_failures"));
    }

    private Map<String, Object> row(String parameter, Object value) {
        return graph.run("CALL oxgraph.effect($w, null, $since, $now)", parameter, value)
                .getFirst();
    }

    private void hold(double rate, ZonedDateTime since) {
        graph.run(
                "MATCH (w:workspace {workspace_id: $w}) SET w.holdout_rate = $rate, w.holdout_since = $since",
                "rate",
                rate,
                "since",
                since);
    }

    private String pattern(String actionType, String code, String context, Map<String, Object> more) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "id",
                UUID.randomUUID().toString(),
                "workspace_id",
                graph.workspaceId(),
                "status",
                "active",
                "action_type",
                actionType,
                "node_type",
                "person",
                "error_code",
                code,
                "promoted_at",
                BEGUN));
        properties.put("context", context);
        properties.putAll(more);
        graph.run("CREATE (p:_mem:pattern) SET p = $properties", "properties", properties);
        return (String) properties.get("id");
    }

    private String shown(String actionType, String code, String context) {
        return session(actionType, code, context, false);
    }

    private String withheld(String actionType, String code, String context) {
        return session(actionType, code, context, true);
    }

    /** A new session of that arm. */
    private String session(String actionType, String code, String context, boolean held) {
        String key = context == null
                ? Identifiers.stableId(graph.workspaceId(), "pattern_key", List.of(actionType, "person", code))
                : Contexts.keyId(graph.workspaceId(), actionType, "person", context);
        return IntStream.iterate(0, n -> n + 1)
                .mapToObj(n -> "session " + minutes + " " + n)
                .filter(id -> Holdout.withholds(graph.workspaceId(), key, id, RATE) == held)
                .findFirst()
                .orElseThrow();
    }

    /** A sequence, begun an hour after the one before, of actions such as book:E@a: type, outcome or code, target. */
    private void sequence(String session, String words) {
        minutes += 60;
        ZonedDateTime at = BEGUN.plusMinutes(minutes);
        List<Map<String, Object>> actions = IntStream.range(0, words.split(" ").length)
                .mapToObj(i -> action(words.split(" ", -1)[i], at, i))
                .toList();
        graph.run(
                """
                CREATE (q:_mem:sequence {id: randomUUID(), workspace_id: $w, session_id: $session, started_at: $at,
                                         closes_at: $at + duration('PT5M')})
                WITH q UNWIND $actions AS one
                CREATE (q)-[:`_mem:contains`]->(a:_mem:action {id: randomUUID(), workspace_id: $w}) SET a += one""",
                "session",
                session,
                "at",
                at,
                "actions",
                actions);
    }

    private static Map<String, Object> action(String words, ZonedDateTime at, int seq) {
        String[] parts = words.split("[:@]", -1);
        Map<String, Object> action = new HashMap<>(Map.of(
                "action_type",
                parts[0],
                "target_node_type",
                "person",
                "outcome",
                parts[1].equals("ok") ? "success" : "failure",
                "started_at",
                at,
                "seq",
                (long) seq));
        action.put("error_code", parts[1].equals("ok") ? null : parts[1]);
        action.put("target_node_ids", parts.length > 2 ? List.of(parts[2]) : List.of());
        return action;
    }
}
