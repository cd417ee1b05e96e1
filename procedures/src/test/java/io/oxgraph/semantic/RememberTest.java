package io.oxgraph.semantic;

import static io.oxgraph.semantic.MemoryGraph.day;
import static io.oxgraph.semantic.MemoryGraph.home;
import static io.oxgraph.semantic.MemoryGraph.item;
import static io.oxgraph.semantic.MemoryGraph.vector;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import io.oxgraph.time.Validity;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Neo4jExtension.class)
class RememberTest {
    private MemoryGraph memories;

    @BeforeEach
    void fresh(TestGraph graph) {
        memories = new MemoryGraph(graph);
    }

    @Test
    void a_memory_is_written_with_all_that_belongs_to_it() {
        memories.graph.run("CREATE (:_mem:message {id: 'message-1', workspace_id: $w})");
        Map<String, Object> item = home(
                "Oslo",
                1,
                "evidence",
                List.of("message-1", "a letter"),
                "embedding",
                vector(0),
                "embedding_model",
                "tiny",
                "keywords",
                List.of("home"),
                "category",
                "life",
                "session_id",
                "s",
                "stated_at",
                day(2),
                "confidence",
                0.8);
        Map<String, Object> row = memories.remember(day(3), item);
        assertEquals("created", row.get("outcome"));
        assertEquals(item.get("id"), row.get("memory_id"));
        Map<String, Object> memory = memories.memory((String) row.get("memory_id"));
        assertEquals("active", memory.get("status"));
        assertEquals("freshness", memory.get("policy"));
        assertEquals("lives_in", memory.get("predicate"));
        assertEquals(0.8, memory.get("confidence"));
        assertEquals(day(1), memory.get("valid_from"));
        assertNull(memory.get("valid_from_assumed"));
        assertEquals(Validity.OPEN, memory.get("valid_to"));
        assertEquals(day(2), memory.get("stated_at"));
        assertEquals(day(2), memory.get("last_stated_at"));
        assertEquals(day(3), memory.get("recorded_at"));
        assertEquals(day(3), memory.get("last_accessed_at"));
        assertEquals(1L, memory.get("repetitions"));
        assertEquals(true, memory.get("unquestioned"));
        assertNull(memory.get("unembedded"));
        assertArrayEquals(new float[] {1, 0}, (float[]) memory.get("embedding"));
        assertEquals("tiny", memory.get("embedding_model"));
        assertEquals(List.of("message-1", "a letter"), Arrays.asList((Object[]) memory.get("evidence")));
        assertEquals(List.of("message-1"), memories.linked((String) row.get("memory_id"), "derived_from"));
        assertEquals(List.of(row.get("subject_id")), memories.linked((String) row.get("memory_id"), "subject"));
        assertEquals(List.of(row.get("object_id")), memories.linked((String) row.get("memory_id"), "object"));
        assertEquals(List.of("remembered"), memories.rules((String) row.get("memory_id")));
        assertEquals(
                List.of("_mem", "fact", "memory"),
                memories.graph.value(
                        "MATCH (m:memory {workspace_id: $w}) UNWIND labels(m) AS l WITH l ORDER BY l RETURN collect(l)"));
        assertEquals("tiny", memories.graph.value("MATCH (n:workspace {workspace_id: $w}) RETURN n.embedding_model"));
    }

    @Test
    void a_later_value_supersedes_the_one_before() {
        String oslo = memories.remember(1, home("Oslo", 0));
        Map<String, Object> row = memories.remember(day(11), home("Lima", 10));
        assertEquals(List.of(oslo), row.get("superseded"));
        assertEquals("superseded", memories.status(oslo));
        assertEquals(day(10), memories.memory(oslo).get("valid_to"));
        assertEquals(List.of(row.get("memory_id")), memories.linked(oslo, "superseded_by"));
        assertEquals(List.of("remembered", "superseded"), memories.rules(oslo));
        assertEquals(
                Validity.OPEN,
                memories.graph.value(
                        "MATCH (m:memory {workspace_id: $w, id: $id}) RETURN oxgraph.valid_to_at(m.valid_to_history, m.valid_to_known_at, $at)",
                        "id",
                        oslo,
                        "at",
                        day(10.5)));
    }

    /** A home of which only the end is given. */
    private static Map<String, Object> homeUntil(String place, double end) {
        Map<String, Object> over = home(place, 0, "stated_at", day(end + 1), "valid_to", day(end));
        over.remove("valid_from");
        return over;
    }

    @Test
    void what_is_said_to_be_over_ends() {
        String oslo = memories.remember(1, home("Oslo", 0));
        Map<String, Object> row = memories.remember(day(11), homeUntil("Oslo", 10));
        assertEquals(List.of("merged", oslo), List.of(row.get("outcome"), row.get("memory_id")));
        assertEquals(
                List.of("active", day(0), day(10)),
                List.of(
                        memories.status(oslo),
                        memories.memory(oslo).get("valid_from"),
                        memories.memory(oslo).get("valid_to")));
    }

    @Test
    void of_what_is_over_only_the_end_may_be_known() {
        String lima = memories.remember(6, home("Lima", 5));
        Map<String, Object> row = memories.remember(day(11), homeUntil("Oslo", 10));
        Map<String, Object> oslo = memories.memory((String) row.get("memory_id"));
        assertEquals("created", row.get("outcome"));
        assertEquals(List.of(), row.get("contradicts"));
        assertEquals(day(10).minus(Validity.MOMENT), oslo.get("valid_from"));
        assertEquals(List.of(day(10), true), List.of(oslo.get("valid_to"), oslo.get("valid_from_assumed")));
        assertEquals(Validity.OPEN, memories.memory(lima).get("valid_to"));
    }

    @Test
    void a_late_arrival_takes_its_place() {
        String oslo = memories.remember(1, home("Oslo", 0));
        String rome = memories.remember(21, home("Rome", 20));
        Map<String, Object> row = memories.remember(day(25), home("Lima", 10));
        String lima = (String) row.get("memory_id");
        assertEquals(rome, row.get("superseded_by"));
        assertEquals(List.of(oslo), row.get("superseded"));
        assertEquals(List.of(lima), memories.linked(oslo, "superseded_by"));
        assertEquals(List.of(rome), memories.linked(lima, "superseded_by"));
        assertEquals(day(10), memories.memory(oslo).get("valid_to"));
        assertEquals(day(20), memories.memory(lima).get("valid_to"));
        assertEquals(Validity.OPEN, memories.memory(lima).get("stated_valid_to"));
        assertEquals("active", memories.status(rome));
    }

    @Test
    void at_the_same_time_both_stay_and_are_to_be_reviewed() {
        String oslo = memories.remember(1, home("Oslo", 0, "confidence", 0.9));
        Map<String, Object> row = memories.remember(day(1), home("Lima", 0, "confidence", 0.6));
        String lima = (String) row.get("memory_id");
        assertEquals(List.of(oslo), row.get("contradicts"));
        assertEquals(List.of(oslo), memories.linked(lima, "contradicts"));
        assertEquals(0.6 / 0.9, (Double) memories.memory(lima).get("rank_weight"), 1e-12);
        assertEquals(true, memories.memory(oslo).get("needs_review"));
        assertEquals(List.of("remembered", "contradicted"), memories.rules(oslo));
        String rome = memories.remember(3, home("Rome", 2));
        assertEquals(List.of(rome), memories.linked(lima, "superseded_by"));
        assertNull(memories.memory(oslo).get("needs_review"));
        assertEquals(1.0, memories.memory(lima).get("rank_weight"));
    }

    @Test
    void a_predicate_is_what_the_workspace_says_of_it() {
        memories.graph.run("CREATE (:_mem:predicate {id: 'p', workspace_id: $w, name: 'lives_in', stateful: false, "
                + "importance: 0.1})");
        memories.remember(1, home("Oslo", 0));
        assertEquals(List.of(), memories.remember(day(11), home("Lima", 10)).get("superseded"));
        memories.remember(1, item("likes red", "subject", "Anna", "predicate", "has Colour", "valid_from", day(0)));
        memories.graph.run("CREATE (:_mem:predicate {id: 'q', workspace_id: $w, name: 'has_colour', stateful: true, "
                + "importance: 0.1})");
        Map<String, Object> blue =
                item("likes blue", "subject", "Anna", "predicate", "HAS  colour", "valid_from", day(1));
        assertEquals(1, ((List<?>) memories.remember(day(2), blue).get("superseded")).size());
    }

    @Test
    void a_statement_counts_once() {
        Map<String, Object> item = home("Oslo", 0);
        String id = memories.remember(1, item);
        Map<String, Object> again = memories.remember(day(2), item);
        assertEquals("unchanged", again.get("outcome"));
        assertEquals("known_statement", again.get("reason"));
        assertEquals(id, again.get("memory_id"));
        assertEquals(1L, memories.memory(id).get("repetitions"));
        Map<String, Object> other = home("Oslo", 0);
        assertEquals("hash", memories.remember(day(3), other).get("reason"));
        assertEquals("unchanged", memories.remember(day(4), other).get("outcome"));
        assertEquals(2L, memories.memory(id).get("repetitions"));
    }

    @Test
    void an_echo_of_known_evidence_changes_nothing() {
        String id = memories.remember(1, home("Oslo", 0, "evidence", List.of("a", "b"), "confidence", 0.5));
        long rev = (Long) memories.memory(id).get("rev");
        Map<String, Object> echo = memories.remember(day(2), home("Oslo", 0, "evidence", List.of("b")));
        assertEquals(
                List.of("unchanged", "known_evidence", id),
                List.of(echo.get("outcome"), echo.get("reason"), echo.get("memory_id")));
        assertEquals(rev, memories.memory(id).get("rev"));
        assertEquals(
                "merged",
                memories.remember(day(2), home("Oslo", 0, "evidence", List.of("c")))
                        .get("outcome"));
        memories.graph.run("CREATE (:_mem:message {id: 'd', workspace_id: $w})");
        memories.remember(2, home("Oslo", 0, "evidence", List.of("a", "d"), "confidence", 0.75));
        assertEquals(List.of("d"), memories.linked(id, "derived_from"));
        assertEquals(0.75, memories.memory(id).get("confidence"));
        assertEquals(List.of("a", "b", "c", "d"), Arrays.asList((Object[])
                memories.memory(id).get("evidence")));
    }

    @Test
    void an_end_is_no_echo_though_its_evidence_is_known() {
        String id = memories.remember(1, home("Oslo", 0, "evidence", List.of("a")));
        Map<String, Object> ended = home("Oslo", 0, "evidence", List.of("a"), "valid_to", day(5));
        assertEquals("merged", memories.remember(day(6), ended).get("outcome"));
        assertEquals(day(5), memories.memory(id).get("valid_to"));
        Map<String, Object> again = home("Oslo", 0, "evidence", List.of("a"), "valid_to", day(5));
        assertEquals("known_evidence", memories.remember(day(7), again).get("reason"));
    }

    @Test
    void a_batch_is_as_its_items_one_after_the_other() {
        List<Map<String, Object>> items =
                List.of(home("Oslo", 0), home("Lima", 10), home("Oslo", 0), home("Rome", 5), home("Lima", 10));
        List<Map<String, Object>> rows = memories.rememberAll(day(20), items);
        assertEquals(
                List.of("created", "created", "merged", "created", "merged"),
                rows.stream().map(row -> row.get("outcome")).toList());
        String oslo = (String) rows.get(0).get("memory_id");
        String lima = (String) rows.get(1).get("memory_id");
        String rome = (String) rows.get(3).get("memory_id");
        assertEquals(List.of(rome), memories.linked(oslo, "superseded_by"));
        assertEquals(List.of(lima), memories.linked(rome, "superseded_by"));
        assertEquals(2L, memories.memory(oslo).get("repetitions"));
        assertEquals(4L, memories.count("entity"));
        assertEquals(
                List.of(0L, 1L, 2L, 3L, 4L),
                rows.stream().map(row -> row.get("item")).toList());
    }

    @Test
    void meaning_merges_and_the_band_asks_a_judge() {
        Map<String, Object> tea =
                item("likes tea", "subject", "Anna", "embedding", vector(0), "embedding_model", "tiny");
        String id = memories.remember(1, tea);
        Map<String, Object> near =
                item("is fond of tea", "subject", "Anna", "embedding", vector(20), "embedding_model", "tiny");
        assertEquals("meaning", memories.remember(day(2), near).get("reason"));
        Map<String, Object> farther = item(
                "tea is what she drinks",
                "subject",
                "Anna",
                "embedding",
                vector(28),
                "embedding_model",
                "tiny",
                "judge",
                true);
        Map<String, Object> asked = memories.remember(day(3), farther);
        assertEquals("undecided", asked.get("outcome"));
        Map<?, ?> candidate = (Map<?, ?>) ((List<?>) asked.get("candidates")).getFirst();
        assertEquals(id, candidate.get("memory_id"));
        assertEquals("likes tea", candidate.get("content"));
        assertEquals(Math.cos(Math.toRadians(28)), (Double) candidate.get("cosine"), 1e-6);
        assertEquals(1L, memories.count("memory"));
        farther.put("judged", Map.of(id, true));
        assertEquals("judge", memories.remember(day(4), farther).get("reason"));
        farther.put("id", java.util.UUID.randomUUID().toString());
        farther.put("judged", Map.of(id, false));
        assertEquals("created", memories.remember(day(5), farther).get("outcome"));
    }

    @Test
    void a_judge_is_asked_for_similar_names_too() {
        String acme = (String) memories.remember(day(1), item("a", "subject", "Acme Widgets Company"))
                .get("subject_id");
        Map<String, Object> item = item("b", "subject", "Acme Widget Companies", "judge", true);
        Map<String, Object> asked = memories.remember(day(2), item);
        assertEquals(List.of("undecided", "entity"), List.of(asked.get("outcome"), asked.get("reason")));
        Map<?, ?> candidate = (Map<?, ?>) ((List<?>) asked.get("candidates")).getFirst();
        assertEquals(
                List.of("Acme Widget Companies", acme, "Acme Widgets Company"),
                List.of(candidate.get("name"), candidate.get("entity_id"), candidate.get("entity_name")));
        assertEquals(1L, memories.count("entity"));
        item.put("entity_judged", Map.of("Acme Widget Companies", acme));
        assertEquals(acme, memories.remember(day(3), item).get("subject_id"));
    }

    @Test
    void an_explicit_replacement_overrides_the_rules() {
        String oslo = memories.remember(1, home("Oslo", 0));
        Map<String, Object> row = memories.remember(
                day(20),
                item(
                        "moved on",
                        "subject",
                        "Bruno",
                        "valid_from",
                        day(10),
                        "confidence",
                        0.35,
                        "supersedes",
                        List.of(oslo)));
        assertEquals(List.of(oslo), row.get("superseded"));
        assertEquals(day(10), memories.memory(oslo).get("valid_to"));
        assertNull(memories.memory(oslo).get("retired_at"));
        String again = memories.remember(
                21,
                item(
                        "no, never",
                        "valid_from",
                        day(15),
                        "supersedes",
                        List.of(row.get("memory_id")),
                        "correction",
                        true));
        Map<String, Object> wrong = memories.memory((String) row.get("memory_id"));
        assertEquals(
                List.of("superseded", day(21), Validity.OPEN),
                List.of(wrong.get("status"), wrong.get("retired_at"), wrong.get("valid_to")));
        assertEquals(List.of(again), memories.linked((String) row.get("memory_id"), "superseded_by"));
        assertEquals(List.of("remembered", "corrected"), memories.rules((String) row.get("memory_id")));
        String earlier = memories.remember(22, item("before", "valid_from", day(-5), "supersedes", List.of(again)));
        assertEquals(day(22), memories.memory(again).get("retired_at"), "the new one holds from an earlier time on");
        assertEquals("active", memories.status(earlier));
    }

    @Test
    void events_of_one_utc_day_are_one() {
        ZonedDateTime noon = day(3);
        String run = memories.remember(4, item("ran", "type", "event", "valid_from", noon));
        assertEquals(run, memories.remember(5, item("Ran", "type", "event", "valid_from", noon.plusHours(11))));
        assertNotEquals(run, memories.remember(6, item("ran", "type", "event", "valid_from", noon.plusHours(13))));
    }

    @Test
    void tasks_are_not_embedded_and_others_wait_for_it() {
        String task = memories.remember(
                1, item("write it", "type", "task", "embedding", vector(0), "embedding_model", "tiny"));
        assertNull(memories.memory(task).get("embedding"));
        assertNull(memories.memory(task).get("unembedded"));
        assertNull(memories.memory(task).get("unquestioned"));
        Map<String, Object> fact = item("a fact");
        String id = memories.remember(1, fact);
        assertEquals(true, memories.memory(id).get("unembedded"));
        memories.remember(2, item("A fact", "embedding", vector(0), "embedding_model", "tiny"));
        assertNull(memories.memory(id).get("unembedded"));
        assertArrayEquals(new float[] {1, 0}, (float[]) memories.memory(id).get("embedding"));
    }

    @Test
    void the_type_entity_has_two_labels_only() {
        memories.remember(1, item("Acme is a company", "type", "entity", "subject", "Acme"));
        assertEquals(1L, memories.count("entity"));
        assertEquals(1L, memories.count("memory"));
    }

    @Test
    void with_memory_off_nothing_is_written() {
        memories.graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.memory_enabled = false");
        Map<String, Object> row = memories.remember(day(1), home("Oslo", 0));
        assertEquals(List.of("rejected", "memory_disabled"), List.of(row.get("outcome"), row.get("reason")));
        assertNull(row.get("memory_id"));
        assertFalse(memories.count("_mem") > 1);
    }

    @Test
    void an_expired_memory_that_is_stated_again_is_active() {
        String oslo = memories.remember(1, home("Oslo", 0));
        memories.graph.run("MATCH (m:memory {workspace_id: $w}) SET m.status = 'expired', m.expired_at = $now");
        assertEquals(oslo, memories.remember(2, home("Oslo", 0)));
        assertEquals("active", memories.status(oslo));
        assertNull(memories.memory(oslo).get("expired_at"));
        assertTrue(memories.rules(oslo).containsAll(List.of("merged", "revived")));
    }
}
