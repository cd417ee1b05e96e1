package io.oxgraph.inject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.situation.Forecast;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.text.Identifiers;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which context inject warns of, and in which words. */
class WarningsTest extends CountedContexts {
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
}
