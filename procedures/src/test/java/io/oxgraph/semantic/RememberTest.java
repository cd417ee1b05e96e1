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
        Map<String, Object> item = home("Oslo", 1, "evidence", List.of("message-1", "a letter"), "embedding", vector(0),
                "embedding_model", "tiny", "keywords", List.of("home"), "category", "life", "session_id", "s",
                "stated_at", day(2), "confidence", 0.8);
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
        assertEquals(
                "tiny",
                memories.graph.value("MATCH (n:workspace {workspace_id: $w}) RETURN n.embedding_model"));
    }

    @Test
    void a_later_value_supersedes_the_one_before() {
        String oslo = memories.told(1, home("Oslo", 0));
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
                        "id", oslo, "at", day(10.5)));
    }
}
