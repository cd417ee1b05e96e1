package io.oxgraph.semantic;

import static io.oxgraph.semantic.MemoryGraph.day;
import static io.oxgraph.semantic.MemoryGraph.home;
import static io.oxgraph.semantic.MemoryGraph.item;
import static io.oxgraph.semantic.MemoryGraph.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Subjects with more memories than are read: results equal those of a small history. */
@Tag("deep")
@ExtendWith(Neo4jExtension.class)
class LargeHistoryTest {
    private static final int MANY = 150;

    private MemoryGraph memories;

    @BeforeEach
    void fresh(TestGraph graph) {
        memories = new MemoryGraph(graph);
    }

    /** Anna moved every ten days. */
    private List<String> homes() {
        List<Map<String, Object>> items = IntStream.range(0, MANY)
                .mapToObj(i -> home("Place " + i, i * 10))
                .toList();
        return ids(memories.rememberAll(day(MANY * 10), items));
    }

    private static List<String> ids(List<Map<String, Object>> rows) {
        return rows.stream().map(row -> (String) row.get("memory_id")).toList();
    }

    @Test
    void the_current_one_is_found_behind_a_long_history() {
        List<String> homes = homes();
        Map<String, Object> row = memories.remember(day(MANY * 10 + 1), home("Nowhere", MANY * 10));
        assertEquals(List.of(homes.getLast()), row.get("superseded"));
        assertEquals(homes.getLast(), memories.remember(MANY * 10 + 2, home("Place 149", 1_495)));
    }

    @Test
    void a_late_arrival_finds_its_place_in_a_long_history() {
        List<String> homes = homes();
        Map<String, Object> row = memories.remember(day(MANY * 10), home("Nowhere", 55));
        assertEquals(List.of(homes.get(5)), row.get("superseded"));
        assertEquals(homes.get(6), row.get("superseded_by"));
        assertEquals(day(55), memories.memory(homes.get(5)).get("valid_to"));
        assertEquals(day(60), memories.memory((String) row.get("memory_id")).get("valid_to"));
        assertEquals(homes.get(3), memories.remember(MANY * 10, home("Place 3", 35)), "what was true once, said again");
    }

    @Test
    void a_topic_with_a_long_history_too() {
        List<Map<String, Object>> items = IntStream.range(0, MANY)
                .mapToObj(i -> item("theme " + i, "topic_key", "Theme", "valid_from", day(i * 10)))
                .toList();
        List<String> themes = ids(memories.rememberAll(day(MANY * 10), items));
        Map<String, Object> row =
                memories.remember(day(MANY * 10), item("none", "topic_key", "theme", "valid_from", day(55)));
        assertEquals(List.of(themes.get(5)), row.get("superseded"));
        assertEquals(themes.get(6), row.get("superseded_by"));
    }

    @Test
    void the_nearest_of_many_is_found_by_the_vector_index() {
        List<Map<String, Object>> items = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            String word = Character.toString('a' + i / 26) + (char) ('a' + i % 26);
            items.add(item("word " + word, "subject", "Anna", "embedding", vector(i * 2.4), "embedding_model", "tiny"));
        }
        // One per batch, so that none is a duplicate: they are 2.4° apart.
        memories.graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.duplicate_cosine = 1.0, n.judge_cosine = 1.0");
        List<String> words = ids(memories.rememberAll(day(1), items));
        assertEquals(MANY, memories.count("memory"));
        memories.graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.duplicate_cosine = 0.9999");
        memories.graph.run(
                "MATCH (m:memory {workspace_id: $w, id: $id}) SET m.status = 'expired'", "id", words.get(100));
        memories.graph.run(
                "MATCH (m:memory {workspace_id: $w, id: $id}) SET m.status = 'forgotten'", "id", words.get(50));
        for (int i : List.of(7, 100)) {
            Map<String, Object> near =
                    item("term", "subject", "Anna", "embedding", vector(i * 2.4 + 0.1), "embedding_model", "tiny");
            Map<String, Object> row = memories.remember(day(2), near);
            assertEquals(words.get(i), row.get("memory_id"), row.toString());
            assertEquals("meaning", row.get("reason"));
        }
        Map<String, Object> forgotten =
                item("notion", "subject", "Anna", "embedding", vector(50 * 2.4), "embedding_model", "tiny");
        assertEquals("created", memories.remember(day(3), forgotten).get("outcome"));
    }

    @Test
    void the_same_words_are_found_among_many() {
        List<Map<String, Object>> items = IntStream.range(0, MANY)
                .mapToObj(i -> item("note " + i, "subject", "Anna"))
                .toList();
        List<String> notes = ids(memories.rememberAll(day(1), items));
        assertEquals(notes.get(77), memories.remember(2, item("Note 77", "subject", "Anna")));
        assertEquals(
                "created",
                memories.remember(day(2), item("note 77", "subject", "Bruno")).get("outcome"));
        assertNull(memories.remember(day(2), item("note 77")).get("subject_id"));
    }
}
