package io.oxgraph.semantic;

import static io.oxgraph.semantic.MemoryGraph.day;
import static io.oxgraph.semantic.MemoryGraph.home;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import io.oxgraph.time.Validity;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Neo4jExtension.class)
class SubjectReassignmentTest {
    private MemoryGraph memories;

    @BeforeEach
    void fresh(TestGraph graph) {
        memories = new MemoryGraph(graph);
    }

    private String entity(String memoryId) {
        return memories.linked(memoryId, "subject").getFirst();
    }

    private void merge(String keep, String absorb) {
        memories.graph.run(
                "CALL oxgraph.merge_entities($w, $keep, $absorb, $now)",
                "keep",
                entity(keep),
                "absorb",
                entity(absorb));
    }

    private void split(String entityId) {
        memories.graph.run("CALL oxgraph.split_entity($w, $id, $now)", "id", entityId);
    }

    @Test
    void memories_of_two_that_are_one_are_decided_and_undecided_again() {
        String oslo = memories.remember(1, home("Oslo", 0, "subject", "Anna"));
        String lima = memories.remember(11, home("Lima", 10, "subject", "Johanna"));
        String johanna = entity(lima);
        merge(oslo, lima);
        assertEquals("superseded", memories.status(oslo));
        assertEquals(List.of(lima), memories.linked(oslo, "superseded_by"));
        assertEquals(day(10), memories.memory(oslo).get("valid_to"));
        split(johanna);
        assertEquals("active", memories.status(oslo));
        assertEquals("active", memories.status(lima));
        assertEquals(Validity.OPEN, memories.memory(oslo).get("valid_to"));
        assertEquals(List.of("remembered", "superseded", "restored"), memories.rules(oslo));
    }

    @Test
    void a_contradiction_of_two_that_were_one_has_no_effect() {
        String oslo = memories.remember(1, home("Oslo", 0, "subject", "Anna"));
        String lima = memories.remember(1, home("Lima", 0, "subject", "Johanna", "confidence", 0.5));
        String johanna = entity(lima);
        merge(oslo, lima);
        assertEquals(0.5, memories.memory(lima).get("rank_weight"));
        assertEquals(true, memories.memory(oslo).get("needs_review"));
        split(johanna);
        assertEquals(1.0, memories.memory(lima).get("rank_weight"));
        assertNull(memories.memory(oslo).get("needs_review"));
    }

    @Test
    void a_persons_word_holds_across_subjects() {
        String oslo = memories.remember(1, home("Oslo", 0, "subject", "Anna"));
        String lima = memories.remember(11, home("Lima", 10, "subject", "Johanna", "supersedes", List.of(oslo)));
        String johanna = entity(lima);
        merge(oslo, lima);
        split(johanna);
        assertEquals(List.of(lima), memories.linked(oslo, "superseded_by"));
    }
}
