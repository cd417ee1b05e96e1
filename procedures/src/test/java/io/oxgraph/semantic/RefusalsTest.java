package io.oxgraph.semantic;

import static io.oxgraph.error.ErrorCode.EMBEDDING_MODEL_MISMATCH;
import static io.oxgraph.error.ErrorCode.INVALID_INPUT;
import static io.oxgraph.error.ErrorCode.MEMORY_REPLACED;
import static io.oxgraph.error.ErrorCode.NOT_FOUND;
import static io.oxgraph.error.ErrorCode.WORKSPACE_NOT_FOUND;
import static io.oxgraph.semantic.MemoryGraph.day;
import static io.oxgraph.semantic.MemoryGraph.home;
import static io.oxgraph.semantic.MemoryGraph.item;
import static io.oxgraph.semantic.MemoryGraph.vector;
import static io.oxgraph.testing.TestGraph.NOW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import io.oxgraph.time.Validity;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(Neo4jExtension.class)
class RefusalsTest {
    private static final String REMEMBER = "CALL oxgraph.remember($w, $items, $now)";

    private TestGraph graph;
    private MemoryGraph memories;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
        memories = new MemoryGraph(given);
    }

    static Stream<Arguments> badFields() {
        return Stream.of(
                Arguments.of("payload", "x"),
                Arguments.of("id", "1-2-3-4-5"),
                Arguments.of("type", null),
                Arguments.of("type", "Fact"),
                Arguments.of("type", "unheard_of"),
                Arguments.of("content", null),
                Arguments.of("content", " "),
                Arguments.of("content", "x".repeat(10_001)),
                Arguments.of("subject", "x".repeat(201)),
                Arguments.of("subject", "?!"),
                Arguments.of("predicate", "x".repeat(201)),
                Arguments.of("predicate", "\ufdfa".repeat(12)),
                Arguments.of("topic_key", ""),
                Arguments.of("keywords", Collections.nCopies(33, "k")),
                Arguments.of("keywords", List.of("k".repeat(101))),
                Arguments.of("category", 5L),
                Arguments.of("confidence", 1.01),
                Arguments.of("confidence", Double.NaN),
                Arguments.of("policy", "none"),
                Arguments.of("source", "rumour"),
                Arguments.of("valid_from", NOW.toLocalDateTime()),
                Arguments.of("valid_from", "2026-01-01"),
                Arguments.of("valid_from", NOW.withYear(0)),
                Arguments.of("valid_to", Validity.OPEN),
                Arguments.of("stated_at", NOW.plusDays(1).plusNanos(1)),
                Arguments.of("evidence", Arrays.asList("a", null)),
                Arguments.of("embedding", List.of()),
                Arguments.of("embedding", List.of(0.0, 0.0)),
                Arguments.of("embedding", List.of(Double.POSITIVE_INFINITY)),
                Arguments.of("embedding", new byte[3]),
                Arguments.of("supersedes", List.of("x")),
                Arguments.of("correction", true),
                Arguments.of("correction", "yes"),
                Arguments.of("judge", 1L),
                Arguments.of("judged", Map.of("x", "yes")),
                Arguments.of("entity_judged", Map.of("x", 1L)));
    }

    @ParameterizedTest
    @MethodSource("badFields")
    void what_does_not_fit_is_refused_by_name(String field, Object value) {
        Map<String, Object> bad = new HashMap<>(item("bad", "embedding_model", "tiny"));
        bad.put(field, value);
        String message = graph.refused(INVALID_INPUT, REMEMBER, "items", List.of(item("good", "subject", "Anna"), bad));
        assertTrue(message.contains("] items[1]." + field + ": "), message);
        assertEquals(1L, memories.count("_mem"), "all or nothing");
    }

    @Test
    void a_name_and_an_id_could_disagree() {
        String message =
                graph.refused(INVALID_INPUT, REMEMBER, "items", List.of(item("x", "object", "a", "object_id", "b")));
        assertTrue(message.contains("items[0].object_id"), message);
    }

    @Test
    void any_year_goes_for_what_holds_in_the_world() {
        String old = memories.remember(1, item("old", "valid_from", NOW.withYear(1), "valid_to", NOW.withYear(9_999)));
        assertEquals(NOW.withYear(1), memories.memory(old).get("valid_from"));
        memories.remember(1, item("stated long ago", "stated_at", NOW.withYear(1815)));
        graph.run(REMEMBER, "items", List.of(item("tomorrow", "stated_at", NOW.plusDays(1))));
    }

    @Test
    void a_batch_has_1_to_1000_items() {
        graph.refused(INVALID_INPUT, REMEMBER, "items", List.of());
        graph.refused(INVALID_INPUT, REMEMBER, "items", Collections.nCopies(1_001, item("x")));
        graph.refused(INVALID_INPUT, REMEMBER, "items", Arrays.asList(item("x"), null));
    }

    @Test
    void the_first_vectors_name_the_model() {
        Map<String, Object> first = item("a", "embedding", vector(0), "embedding_model", "tiny");
        graph.refused(
                EMBEDDING_MODEL_MISMATCH,
                REMEMBER,
                "items",
                List.of(first, item("b", "embedding", vector(0), "embedding_model", "other")));
        graph.run(REMEMBER, "items", List.of(first));
        graph.refused(
                EMBEDDING_MODEL_MISMATCH,
                REMEMBER,
                "items",
                List.of(item("b", "embedding", vector(0), "embedding_model", "other")));
        Map<String, Object> longer = item("c", "embedding", List.of(1.0, 2.0, 3.0), "embedding_model", "tiny");
        String message = graph.refused(INVALID_INPUT, REMEMBER, "items", List.of(longer));
        assertTrue(message.contains("items[0].embedding: has 3 numbers"), message);
        graph.refused(INVALID_INPUT, REMEMBER, "items", List.of(item("d", "embedding", vector(0))));
    }

    @Test
    void custom_types_are_half_lives_of_the_workspace() {
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.half_life_recipe_days = 50.0");
        String soup = memories.remember(1, item("soup", "type", "recipe"));
        assertEquals("recipe", memories.memory(soup).get("type"));
        assertEquals(1L, memories.count("recipe"));
    }

    @Test
    void what_is_another_workspaces_is_not_found(TestGraph other) {
        MemoryGraph foreign = new MemoryGraph(other);
        Map<String, Object> row = foreign.remember(day(1), home("Oslo", 0));
        String subjectId = (String) row.get("subject_id");
        graph.refused(NOT_FOUND, REMEMBER, "items", List.of(item("x", "subject_id", subjectId)));
        graph.refused(NOT_FOUND, REMEMBER, "items", List.of(item("x", "supersedes", List.of(row.get("memory_id")))));
        other.run("CREATE (:_mem:message {id: 'message-1', workspace_id: $w})");
        String mine = memories.remember(1, home("Oslo", 0, "evidence", List.of("message-1")));
        assertEquals(List.of(), memories.linked(mine, "derived_from"));
        assertEquals("active", foreign.status((String) row.get("memory_id")));
        assertEquals(1L, memories.count("memory"));
        graph.refused(WORKSPACE_NOT_FOUND, REMEMBER, "w", "unknown", "items", List.of(item("x")));
    }

    @Test
    void an_id_of_another_node_is_refused() {
        String id = UUID.randomUUID().toString();
        graph.run("CREATE (:_mem:session {workspace_id: $w, id: $id})", "id", id);
        String message = graph.refused(INVALID_INPUT, REMEMBER, "items", List.of(item("x", "id", id)));
        assertTrue(message.contains("items[0].id"), message);
    }

    @Test
    void the_forgotten_cannot_be_superseded() {
        String oslo = memories.remember(1, home("Oslo", 0));
        graph.run("CALL oxgraph.forget($w, $ids, false, $now)", "ids", List.of(oslo));
        graph.refused(NOT_FOUND, REMEMBER, "items", List.of(item("x", "supersedes", List.of(oslo))));
    }

    @Test
    void what_was_replaced_before_is_not_replaced_again() {
        String oslo = memories.remember(1, home("Oslo", 0));
        Map<String, Object> lima = item("to Lima", "valid_from", day(10), "supersedes", List.of(oslo));
        String first = memories.remember(11, lima);
        assertEquals(first, memories.remember(12, lima), "the same again is no other replacement");
        Map<String, Object> late = item("to Rome", "valid_from", day(11), "supersedes", List.of(oslo));
        graph.refused(MEMORY_REPLACED, REMEMBER, "items", List.of(item("new"), late));
        assertEquals(2L, memories.count("memory"), "all or nothing");
        // Its past may still be told otherwise, once.
        memories.remember(13, item("in Rome from day 5 on", "valid_from", day(5), "supersedes", List.of(oslo)));
        Map<String, Object> undated = item("never there", "supersedes", List.of(oslo), "correction", true);
        graph.refused(MEMORY_REPLACED, REMEMBER, "items", List.of(undated));
        Map<String, Object> never =
                item("never there", "valid_from", day(0), "supersedes", List.of(oslo), "correction", true);
        memories.remember(14, never);
        Map<String, Object> again =
                item("nor there", "valid_from", day(0), "supersedes", List.of(oslo), "correction", true);
        graph.refused(MEMORY_REPLACED, REMEMBER, "items", List.of(again));
        Map<String, Object> both = home("Lima", 20, "supersedes", List.of(first));
        Map<String, Object> other = home("Rome", 21, "supersedes", List.of(first));
        graph.refused(MEMORY_REPLACED, REMEMBER, "now", day(21), "items", List.of(both, other));
    }
}
