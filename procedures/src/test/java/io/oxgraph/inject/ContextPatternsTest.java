package io.oxgraph.inject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.situation.Holdout;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.text.Identifiers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What inject shows of patterns: of a situation, of another one, suppressed, annotated, withheld. */
class ContextPatternsTest extends CountedContexts {
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
        pattern("run=2", Map.of());
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
    void no_situation_takes_the_place_of_a_plain_pattern_that_is_suppressed_or_withheld() {
        graph.run(
                """
                CREATE (:_mem:pattern {id: randomUUID(), workspace_id: $w, status: 'active', action_type: 'book',
                  node_type: 'User', error_code: 'E', confidence: 0.9, sample_count: 9})""");
        failed("book", "u1", 3);
        failed("book", "u1", 2);
        key("run=2", 15, 13);
        List<Object> both = List.of("book:User:AnyError, after two failed attempts in a row", "book:User:E");
        assertEquals(both, names(inject("book")));
        change("suppressed", true);
        assertEquals(List.of(), names(inject("book")));
        change("confidence", 0.1);
        assertEquals(List.of(), names(inject("book")), "nor once it is less certain");
        change("suppressed", false);
        change("confidence", 0.9);
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.holdout_rate = 0.9");
        String key = Identifiers.stableId(graph.workspaceId(), "pattern_key", List.of("book", "User", "E"));
        for (int i = 0; i < 40; i++) {
            String session = "t" + i;
            failed("book", "u1", 3, session);
            failed("book", "u1", 2, session);
            Map<String, Object> asked =
                    request(Map.of("session_id", session, "action_type", "book", "target_node_type", "User"));
            if (Holdout.withholds(graph.workspaceId(), key, session, 0.9)) {
                assertEquals(
                        List.of(),
                        names(inject(asked)).stream()
                                .filter(name -> !name.toString().contains("in the last minutes"))
                                .toList());
            }
        }
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.holdout_rate = 0.0");
        change("suppressed", true);
        String id = pattern("run=2", Map.of());
        assertEquals(
                List.of(id),
                rows(inject("book")).stream().map(row -> row.get("id")).toList());
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
}
