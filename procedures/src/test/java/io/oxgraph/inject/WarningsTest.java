package io.oxgraph.inject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Estimate;
import io.oxgraph.situation.Forecast;
import io.oxgraph.situation.Holdout;
import io.oxgraph.situation.Situation;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.situation.Situation.Step;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Warnings of context patterns in inject; counts are written by hand, as the pattern pass writes them. */
@ExtendWith(Neo4jExtension.class)
class WarningsTest {
    private static final String INJECT = "CALL oxgraph.inject($w, $request, $now)";
    private static final long TODAY = TestGraph.NOW.toLocalDate().toEpochDay();
    private static final double EXACT = 1e-12;
    private static final Step NEXT = new Step("book", "User", null, false);
    private static final Step FAILED = new Step("book", "User", "u1", true);
    private static final List<Step> TWO_FAILED = List.of(FAILED, FAILED);
    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
        tally("book", "User", 40, 20);
    }

    @Test
    void a_run_of_failures_warns_letter_for_letter() {
        key("run=2", 15, 13);
        failed("book", "u1", 3);
        failed("book", "u2", 2);
        Map<String, Object> found = inject("book");
        assertTrue((Boolean) found.get("warned"));
        double p = (Double) found.get("probability");
        assertEquals(expected(TWO_FAILED, new Counts(40, 20), "run=2", new Counts(15, 13)), p, EXACT);
        assertEquals(
                """
                [Oxagen memory — 1 relevant pattern]
                Pattern: book:User:AnyError, after two failed attempts in a row (confidence 0.87)
                Recommendation: 87% of book actions on User nodes fail after two failed
                attempts in a row (13 of 15; otherwise 7 of 25). Change something before
                the next attempt, or take another way.""",
                found.get("block"));
        Map<String, Object> row = rows(found).getFirst();
        assertEquals(keyId("run=2"), row.get("id"));
        assertEquals("candidate", row.get("status"));
        assertEquals("after two failed attempts in a row", row.get("context_text"));
        assertEquals(List.of(13L, 15L, 13L), List.of(row.get("failures"), row.get("actions"), row.get("sample_count")));
        assertEquals(List.of(13.0 / 15, p), List.of(row.get("confidence"), row.get("probability")));
    }

    @Test
    void each_family_speaks_where_it_is_furthest_from_the_pair() {
        key("previous=search:bad", 12, 12);
        succeeded("search", null, 4);
        assertEquals(List.of(), contexts("book"));
        failed("search", null, 3);
        assertEquals(List.of("previous=search:bad"), contexts("book"));
        key("previous+run=search:bad|0", 40, 40);
        assertEquals(List.of("previous+run=search:bad|0"), contexts("book"));
        nodeTally("u7", 1, 0);
        key("here=-", 400, 400);
        assertEquals(List.of("here=-"), contexts("book", "u7"));
        key("history=ok", 4000, 4000);
        assertEquals(List.of("history=ok"), contexts("book", "u7"));
    }

    @Test
    void a_node_that_always_failed_warns_by_what_such_nodes_did() {
        nodeTally("u7", 9, 9);
        assertEquals(List.of(), contexts("book", "u7"), "one node is too little to say");
        key("history=bad", 12, 11);
        Map<String, Object> row = rows(inject("book", "u7")).getFirst();
        assertEquals("history=bad", row.get("context"));
        assertEquals(
                "92% of book actions on User nodes fail when all attempts on the same node in earlier sessions failed"
                        + " (11 of 12; otherwise 9 of 28). Change something before the next attempt, or take another way.",
                row.get("recommendation"));
        assertEquals(List.of(), contexts("book", "u8"));
    }

    @Test
    void of_two_contexts_of_the_same_actions_the_simpler_one_speaks() {
        key("previous+run=search:bad|0", 12, 12);
        failed("search", null, 3);
        assertEquals(List.of("previous+run=search:bad|0"), contexts("book"));
        key("previous=search:bad", 12, 12);
        assertEquals(List.of("previous=search:bad"), contexts("book"));
    }

    @Test
    void four_sequences_are_too_few() {
        key("run=2", 4, 4);
        failed("book", "u1", 3);
        failed("book", "u1", 2);
        Map<String, Object> found = inject("book");
        assertTrue((Double) found.get("probability") > (Double) found.get("threshold"));
        assertEquals(List.of("", false), List.of(found.get("block"), found.get("warned")));
        graph.run("MATCH (n:pattern_key {workspace_id: $w}) SET n.day_total_sequences = [5]");
        assertEquals(List.of("run=2"), contexts("book"));
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.promote_samples = 6");
        assertEquals(List.of(), contexts("book"));
    }

    @Test
    void the_number_the_counts_and_the_words_are_of_one_context() {
        key("run=0", 20, 9);
        key("previous+run=^|0", 3, 3);
        Map<String, Object> row =
                rows(inject("book", "u1")).stream().findFirst().orElse(Map.of());
        assertEquals(Map.of(), row, "the narrow one has too few sequences, the wide one fails less than the rest");
        key("previous=^", 10, 9);
        pattern("run=0", Map.of("total_count", 195L, "action_count", 45L, "confidence", 0.5));
        Map<String, Object> found = inject("book", "u1");
        row = rows(found).getFirst();
        assertEquals("previous=^", row.get("context"));
        assertEquals(0.9, row.get("confidence"));
        assertTrue(((String) found.get("block")).contains("(confidence 0.90)\nRecommendation: 90% of book actions"));
        assertTrue(((String) row.get("recommendation")).contains("(9 of 10; otherwise 11 of 30)"));
    }

    @Test
    void targets_say_nothing_where_only_successes_have_one() {
        nodeTally("u7", 9, 9);
        graph.run("MATCH (n:tally {workspace_id: $w}) SET n.day_targeted_failures = [0]");
        assertEquals(List.of(), contexts("book", "u7"));
    }

    @Test
    void only_the_evidence_window_counts() {
        key("run=2", 15, 13);
        failed("book", "u1", 3);
        failed("book", "u1", 2);
        assertEquals(List.of("run=2"), contexts("book"));
        graph.run("MATCH (n:_mem {workspace_id: $w}) WHERE n.days IS NOT NULL SET n.days = [$day]", "day", TODAY - 31);
        double unseen = expected(TWO_FAILED, Counts.NONE, "run=2", Counts.NONE);
        assertEquals(unseen, (Double) inject("book").get("probability"), EXACT);
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.evidence_window_days = 31");
        assertEquals(List.of("run=2"), contexts("book"));
    }

    @Test
    void a_situation_that_was_never_seen_is_spoken_for_by_all_of_them() {
        failed("book", "u1", 4);
        failed("book", "u1", 3);
        failed("book", "u1", 2);
        Map<String, Object> found = inject("book");
        assertTrue((Double) found.get("probability") > (Double) found.get("threshold"));
        assertEquals("", found.get("block"), "nothing of this workspace says so");
        graph.run("MATCH (n:tally {workspace_id: $w}) SET n.day_sequences = [5]");
        Map<String, Object> row = rows(inject("book")).getFirst();
        assertEquals(Arrays.asList("any", null, 5L, 0.5), values(row, "context", "id", "sample_count", "confidence"));
        assertEquals(
                "50% of book actions on User nodes fail whatever came before (20 of 40)."
                        + " Check what the action needs before proceeding, or take another way.",
                row.get("recommendation"));
        graph.run("MATCH (n:tally {workspace_id: $w}) SET n.day_failures = [7]");
        assertEquals(List.of(), contexts("book"), "less than a fifth");
    }

    @Test
    void the_threshold_is_the_workspaces_own() {
        key("run=2", 15, 13);
        failed("book", "u1", 3);
        failed("book", "u1", 2);
        assertEquals(0.44, inject("book").get("threshold"));
        Map<String, Object> stored = new HashMap<>(Forecast.START.stored());
        stored.put("threshold", 0.95);
        stored.put("knots", new double[] {0.5});
        stored.put("corrections", new double[] {0.1});
        node("forecast", Identifiers.stableId(graph.workspaceId(), "forecast", List.of("failure")), stored);
        Map<String, Object> found = inject("book");
        assertEquals(0.95, found.get("threshold"));
        assertEquals("", found.get("block"));
        assertFalse((Boolean) found.get("warned"));
        assertTrue((Double) found.get("probability") > 0.8);
    }

    @Test
    void a_pause_longer_than_the_gap_ends_the_situation() {
        key("run=2", 15, 13);
        failed("book", "u1", 16);
        failed("book", "u1", 10);
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.sequence_gap_seconds = 360");
        assertEquals(List.of(), contexts("book"));
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.sequence_gap_seconds = 600");
        assertEquals(List.of("run=2"), contexts("book"));
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.sequence_gap_seconds = 599");
        assertEquals(List.of(), contexts("book"));
        failed("book", "u1", 5);
        key("run=3", 9, 9);
        assertEquals(List.of("run=3"), contexts("book"));
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.sequence_gap_seconds = 300");
        assertEquals(List.of("run=2"), contexts("book"));
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.sequence_gap_seconds = 299");
        assertEquals(List.of(), contexts("book"));
    }

    @Test
    void fifty_actions_are_looked_back_on() {
        key("here=bad", 15, 15);
        graph.run(
                """
                UNWIND range(0, $others) AS i
                CALL oxgraph.capture($w, {session_id: 's', action_type: CASE i WHEN 0 THEN 'book' ELSE 'wait' END,
                  target_node_type: CASE i WHEN 0 THEN 'User' END, target_node_ids: ['u1'],
                  outcome: CASE i WHEN 0 THEN 'failure' ELSE 'success' END,
                  started_at: $now - duration({seconds: 200 - i})}, $now) YIELD captured
                RETURN count(captured)""",
                "others",
                49L);
        assertEquals(List.of("here=bad"), contexts("book", "u1"));
        succeeded("wait", "u1", 1);
        assertEquals(List.of(), contexts("book", "u1"));
    }

    @Test
    void without_an_action_type_it_is_what_was_done_last() {
        key("run=2", 15, 13);
        failed("book", "u1", 3);
        failed("book", "u1", 2);
        assertEquals(List.of("run=2"), asked(Map.of("session_id", "s")));
        assertEquals(List.of("run=2"), asked(Map.of("session_id", "s", "targets", List.of("u1"))));
        Map<String, Object> other =
                inject(request(Map.of("session_id", "s", "target_node_type", "Order", "targets", List.of("o1"))));
        assertNull(other.get("probability"));
        assertEquals(0.44, other.get("threshold"));
        assertNull(inject(request(Map.of("session_id", "unknown"))).get("probability"));
        assertNull(inject(request(Map.of())).get("probability"));
    }

    @Test
    void a_node_type_that_is_not_given_is_the_targets() {
        key("run=2", 15, 13);
        failed("book", "u1", 3);
        failed("book", "u1", 2);
        Map<String, Object> asked = Map.of("session_id", "s", "action_type", "book");
        assertEquals(List.of(), asked(asked));
        Map<String, Object> with = new HashMap<>(asked);
        with.put("targets", List.of("u1", "x"));
        assertEquals(List.of("run=2"), asked(with));
        with.put("targets", List.of("x", "u1"));
        assertEquals(List.of(), asked(with));
    }

    @Test
    void no_session_is_an_empty_history() {
        key("previous=^", 15, 15);
        assertEquals(List.of("previous=^"), asked(Map.of("action_type", "book", "target_node_type", "User")));
        assertEquals(List.of("previous=^"), contexts("book"));
        succeeded("search", null, 1);
        assertEquals(List.of(), contexts("book"));
    }

    @Test
    void a_promoted_context_is_its_pattern() {
        key("run=2", 15, 13);
        String id = pattern("run=2", Map.of("next_action_type", "calculate", "next_count", 9L, "next_total", 11L));
        failed("book", "u1", 3);
        failed("book", "u1", 2);
        Map<String, Object> row = rows(inject("book")).getFirst();
        assertEquals(List.of(id, "active", 6L), List.of(row.get("id"), row.get("status"), row.get("sample_count")));
        assertEquals(
                "86% of book actions on User nodes fail after two failed attempts in a row (12 of 14; otherwise 17 of 38)."
                        + " What worked next: calculate (9 of 11 times).",
                row.get("recommendation"));
        change("status", "superseded");
        assertEquals(keyId("run=2"), rows(inject("book")).getFirst().get("id"));
    }

    @Test
    void a_suppressed_context_is_silent_and_nothing_takes_its_place() {
        key("run=2", 15, 13);
        key("previous=book:bad", 15, 12);
        pattern("run=2", Map.of());
        failed("book", "u1", 3);
        failed("book", "u1", 2);
        change("suppressed", true);
        Map<String, Object> found = inject("book");
        assertEquals(List.of("", false), List.of(found.get("block"), found.get("warned")));
        assertTrue((Double) found.get("probability") > 0.44);
        change("status", "deleted");
        assertEquals(List.of(), contexts("book"));
    }

    @Test
    void an_annotated_context_is_shown_in_its_situation_at_any_probability() {
        key("run=1", 20, 1);
        pattern("run=1", Map.of("annotation", "Look first.", "confidence", 0.1));
        assertEquals(List.of(), contexts("book"));
        failed("book", "u1", 2);
        Map<String, Object> found = inject("book");
        assertEquals(List.of("run=1"), contexts("book"));
        assertTrue(((String) found.get("block")).endsWith("\nOperator note: Look first."));
        assertEquals(12.0 / 14, rows(found).getFirst().get("confidence"));
        change("suppressed", true);
        assertEquals(List.of(), contexts("book"));
    }

    @Test
    void a_pattern_of_a_situation_is_not_shown_in_another_one() {
        key("run=2", 15, 13);
        pattern("run=2", Map.of("confidence", 0.99));
        assertEquals(List.of(), asked(Map.of("target_node_type", "User")));
        assertEquals(List.of(), contexts("book"));
    }

    @Test
    void a_holdout_withholds_by_key_and_session() {
        key("run=2", 15, 13);
        failed("book", "u1", 3);
        failed("book", "u1", 2);
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.holdout_rate = 0.5");
        graph.run(
                """
                CREATE (:_mem:pattern {id: randomUUID(), workspace_id: $w, status: 'active', action_type: 'book',
                  node_type: 'User', error_code: 'E', confidence: 0.9})""");
        String plainKey = Identifiers.stableId(graph.workspaceId(), "pattern_key", List.of("book", "User", "E"));
        graph.run(
                """
                UNWIND range(1, 40) AS i UNWIND [1, 2] AS n
                CALL oxgraph.capture($w, {session_id: 's' + i, action_type: 'book', target_node_type: 'User',
                  outcome: 'failure', started_at: $now - duration({seconds: 10 - n})}, $now) YIELD captured
                RETURN count(captured)""");
        int withheld = 0;
        for (int i = 1; i <= 40; i++) {
            String session = "s" + i;
            List<Object> expected = new ArrayList<>();
            if (!Holdout.withholds(graph.workspaceId(), plainKey, session, 0.5)) {
                expected.add("book:User:E");
            }
            if (!Holdout.withholds(graph.workspaceId(), keyId("run=2"), session, 0.5)) {
                expected.add("book:User:AnyError, after two failed attempts in a row");
            }
            Map<String, Object> found =
                    inject(request(Map.of("session_id", session, "action_type", "book", "target_node_type", "User")));
            List<Object> names = new ArrayList<>(names(found));
            // Eighty failures within seconds are an outage, too, which the holdout draws for by itself.
            names.removeIf(name -> name.toString().contains("in the last minutes"));
            assertEquals(Set.copyOf(expected), Set.copyOf(names));
            assertEquals(!names(found).isEmpty(), found.get("warned"));
            withheld += 2 - expected.size();
        }
        assertTrue(withheld > 20 && withheld < 60, "withheld " + withheld);
    }

    @Test
    void plain_patterns_warn_of_their_own_action_type_alone() {
        graph.run(
                """
                UNWIND [['book', 'E'], ['pay', 'None']] AS one
                CREATE (:_mem:pattern {id: randomUUID(), workspace_id: $w, status: 'active', action_type: one[0],
                  node_type: 'User', error_code: one[1], confidence: 0.9})""");
        assertTrue((Boolean) inject("book").get("warned"));
        assertFalse((Boolean) inject("pay").get("warned"));
        Map<String, Object> untyped = inject(request(Map.of("target_node_type", "User")));
        assertEquals(2, rows(untyped).size());
        assertFalse((Boolean) untyped.get("warned"));
        assertTrue(Collections.frequency(
                        rows(untyped).stream().map(row -> row.get("context")).toList(), null)
                == 2);
    }

    @Test
    void next_to_a_plain_pattern_only_a_worse_context_is_shown() {
        graph.run(
                """
                CREATE (:_mem:pattern {id: randomUUID(), workspace_id: $w, status: 'active', action_type: 'book',
                  node_type: 'User', error_code: 'E', confidence: 0.9})""");
        failed("book", "u1", 3);
        failed("book", "u1", 2);
        key("run=2", 40, 20);
        assertEquals(List.of("book:User:E"), names(inject("book")));
        graph.run("MATCH (n:pattern_key {workspace_id: $w}) SET n.day_totals = [22]");
        assertEquals(
                List.of("book:User:AnyError, after two failed attempts in a row", "book:User:E"),
                names(inject("book")));
        graph.run("MATCH (n:pattern {workspace_id: $w}) SET n.error_code = 'None'");
        assertEquals(1, rows(inject("book")).size(), "that it succeeds says nothing");
    }

    @Test
    void another_workspace_knows_nothing_of_it() {
        key("run=2", 15, 13);
        failed("book", "u1", 3);
        failed("book", "u1", 2);
        String other = graph.another().workspaceId();
        Map<String, Object> request =
                Map.of("targets", List.of(), "session_id", "s", "action_type", "book", "target_node_type", "User");
        Map<String, Object> found =
                graph.run(INJECT, "w", other, "request", request).getFirst();
        assertEquals("", found.get("block"));
        double unseen = expected(List.of(), Counts.NONE, "previous=^", Counts.NONE);
        assertEquals(unseen, (Double) found.get("probability"), EXACT);
    }

    @Test
    void a_capture_names_patterns_and_what_is_none_yet() {
        key("run=2", 15, 13);
        String id = pattern("run=1", Map.of());
        Map<String, Object> action = Map.of(
                "session_id",
                "t",
                "action_type",
                "book",
                "outcome",
                "success",
                "injected_patterns",
                List.of(id, keyId("run=2"), tallyId()));
        Map<String, Object> captured = graph.run("CALL oxgraph.capture($w, $action, $now)", "action", action)
                .getFirst();
        assertEquals(2L, captured.get("injected"));
    }

    /** The probability where one context has been counted. */
    private static double expected(List<Step> before, Counts plain, String context, Counts counts) {
        Situation situation = Situation.of(before, NEXT, Counts.NONE);
        return Forecast.START.probability(Estimate.of(
                situation,
                plain,
                (family, value) -> family.context(value).equals(context) ? counts : Counts.NONE,
                true));
    }

    private Map<String, Object> inject(String actionType, String... targets) {
        return inject(request(Map.of(
                "session_id",
                "s",
                "action_type",
                actionType,
                "target_node_type",
                "User",
                "targets",
                List.of(targets))));
    }

    private Map<String, Object> inject(Map<String, Object> request) {
        return graph.run(INJECT, "request", request).getFirst();
    }

    private static Map<String, Object> request(Map<String, Object> fields) {
        Map<String, Object> request = new HashMap<>(Map.of("targets", List.of()));
        request.putAll(fields);
        return request;
    }

    private List<Object> contexts(String actionType, String... targets) {
        return contexts(inject(actionType, targets));
    }

    private List<Object> asked(Map<String, Object> fields) {
        return contexts(inject(request(fields)));
    }

    private static List<Object> contexts(Map<String, Object> found) {
        return rows(found).stream().map(row -> row.get("context")).toList();
    }

    private static List<Object> values(Map<String, Object> row, String... columns) {
        return Arrays.stream(columns).map(row::get).toList();
    }

    private static List<Object> names(Map<String, Object> found) {
        return rows(found).stream().map(row -> row.get("name")).toList();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> rows(Map<String, Object> found) {
        return (List<Map<String, Object>>) found.get("patterns");
    }

    private void failed(String actionType, String target, long minutesAgo) {
        capture(actionType, target, "failure", minutesAgo);
    }

    private void succeeded(String actionType, String target, long minutesAgo) {
        capture(actionType, target, "success", minutesAgo);
    }

    private void capture(String actionType, String target, String outcome, long minutesAgo) {
        ZonedDateTime at = TestGraph.NOW.minusMinutes(minutesAgo);
        Map<String, Object> action = new HashMap<>(
                Map.of("session_id", "s", "action_type", actionType, "outcome", outcome, "started_at", at));
        if (target != null) {
            action.putAll(Map.of("target_node_type", "User", "target_node_ids", List.of(target)));
        }
        graph.run("CALL oxgraph.capture($w, $action, $now)", "action", action);
    }

    private String tallyId() {
        return Identifiers.stableId(graph.workspaceId(), "tally", List.of("book", "User"));
    }

    private String keyId(String context) {
        return Contexts.keyId(graph.workspaceId(), "book", "User", context);
    }

    private void tally(String actionType, String nodeType, long actions, long failures) {
        node(
                "tally",
                tallyId(),
                Map.of(
                        "action_type",
                        actionType,
                        "node_type",
                        nodeType,
                        "days",
                        new long[] {TODAY},
                        "day_actions",
                        new long[] {actions},
                        "day_failures",
                        new long[] {failures},
                        "day_targeted_failures",
                        new long[] {failures}));
    }

    private void key(String context, long actions, long failures) {
        node(
                "pattern_key",
                keyId(context),
                Map.of(
                        "context",
                        context,
                        "status",
                        "candidate",
                        "days",
                        new long[] {TODAY},
                        "day_totals",
                        new long[] {actions},
                        "day_actions",
                        new long[] {failures},
                        "day_sequences",
                        new long[] {failures}));
    }

    private void nodeTally(String target, long actions, long failures) {
        node(
                "node_tally",
                Contexts.nodeTallyId(graph.workspaceId(), "book", "User", target),
                Map.of("days", new long[] {TODAY}, "day_actions", new long[] {actions}, "day_failures", new long[] {
                    failures
                }));
    }

    /** Promotes a context that was counted; the id of its pattern. */
    private String pattern(String context, Map<String, Object> more) {
        String id = Identifiers.stableId(graph.workspaceId(), "pattern", List.of(keyId(context), "1"));
        Map<String, Object> properties = new HashMap<>(Map.of(
                "name",
                "book:User:AnyError " + context,
                "action_type",
                "book",
                "node_type",
                "User",
                "error_code",
                "AnyError",
                "status",
                "active",
                "confidence",
                0.5,
                "context",
                context,
                "context_text",
                "as an earlier version put it"));
        properties.putAll(Map.of(
                "sample_count",
                6L,
                "action_count",
                12L,
                "total_count",
                14L,
                "other_count",
                38L,
                "other_failures",
                17L));
        properties.putAll(more);
        node("pattern", id, properties);
        graph.run(
                "MERGE (k:_mem:pattern_key {workspace_id: $w, id: $key}) SET k.pattern_id = $id, k.status = 'active'",
                "key",
                keyId(context),
                "id",
                id);
        return id;
    }

    private void change(String property, Object value) {
        graph.run(
                "MATCH (p:pattern {workspace_id: $w}) SET p[$property] = $value", "property", property, "value", value);
    }

    private void node(String kind, String id, Map<String, Object> properties) {
        graph.run(
                "CREATE (n:_mem:$($kind) {id: $id, workspace_id: $w}) SET n += $properties",
                "kind",
                kind,
                "id",
                id,
                "properties",
                properties);
    }
}
