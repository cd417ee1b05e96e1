package io.oxgraph.recall;

import static io.oxgraph.recall.RecallGraph.contents;
import static io.oxgraph.recall.RecallGraph.list;
import static io.oxgraph.recall.RecallGraph.notes;
import static io.oxgraph.recall.RecallGraph.results;
import static io.oxgraph.recall.RecallGraph.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Similarity search: results above a minimum, most similar first. */
@ExtendWith(Neo4jExtension.class)
class SimilarityTest {
    private RecallGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = new RecallGraph(given.another());
        graph.message("c", 0, "Anna", "My cello lesson went well", "embedding", vector(0));
        graph.message("d", 0, "Ben", "Is that a viola?", "embedding", vector(40));
        graph.message("d", 1, "Anna", "A bow and a bridge", "embedding", vector(60));
    }

    @Test
    void below_the_minimum_nothing_is_found() {
        // The cosines to 18 degrees: 0.95, 0.93, 0.74.
        assertEquals(3, similar(18, 0.7).size());
        assertEquals(List.of("Is that a viola?", "A bow and a bridge"), similar(48, 0.9));
        assertEquals(List.of("A bow and a bridge", "Is that a viola?"), similar(60, 0.6));
        assertEquals(List.of("A bow and a bridge"), similar(60, 0.95));
        Map<String, Object> row = graph.recall("zither", "embedding", vector(140), "minimum", 0.6);
        assertEquals(List.of(), results(row));
        assertEquals("nothing_relevant", notes(row).get("empty_because"));
    }

    private List<String> similar(double degrees, double minimum) {
        Object[] options = {"embedding", vector(degrees), "minimum", minimum, "kinds", list("message")};
        List<String> held = graph.found("zither", options);
        assertEquals(held, contents(graph.indexed("zither", options).results()));
        return held;
    }

    @Test
    void words_are_similar_too() {
        Map<String, Object> row =
                graph.recall("cello lesson viola", "minimum", 0.5, "kinds", list("message"), "explain", true);
        assertEquals(List.of("My cello lesson went well"), contents(results(row)));
        double share = (double) results(row).getFirst().get("similarity");
        assertEquals(2.0 / 3, share, 0.01);
        assertEquals(
                share,
                (double) graph.indexed("cello lesson viola", "minimum", 0.5, "kinds", list("message"))
                        .results()
                        .getFirst()
                        .get("similarity"),
                0.01);
        assertFalse(results(graph.recall("cello")).getFirst().containsKey("similarity"));
    }

    @Test
    void the_workspaces_own_minimum() {
        Object[] options = {"embedding", vector(105), "minimum", true, "kinds", list("message")};
        assertEquals(List.of("A bow and a bridge"), graph.found("zither", options));
        graph.graph.run("MATCH (w:workspace {workspace_id: $w, id: $w}) SET w.search_similarity = 0.4");
        assertEquals(List.of("A bow and a bridge", "Is that a viola?"), graph.found("zither", options));
        graph.graph.run("MATCH (w:workspace {workspace_id: $w, id: $w}) SET w.search_similarity = 0.8");
        assertEquals(List.of(), graph.found("zither", options));
    }

    @Test
    void a_question_a_repetition_and_a_doubt_count_as_they_are() {
        graph.message("e", 0, "Carl", "My cello lesson went well", "embedding", vector(0));
        graph.message("e", 1, "Carl", "Viola?", "embedding", vector(170));
        List<String> found = graph.found("viola", "embedding", vector(0), "minimum", 0.9, "kinds", list("message"));
        assertEquals(4, found.size());
        assertTrue(found.contains("Viola?"));
    }

    @Test
    void memories_and_k_and_roles() {
        graph.remember("Anna plays the cello", "embedding", vector(5));
        List<Map<String, Object>> all = results(graph.recall("cello", "embedding", vector(5), "minimum", 0.5));
        assertEquals("Anna plays the cello", all.getFirst().get("content"));
        assertEquals(1.0, (double) all.getFirst().get("similarity"), 1e-4);
        assertEquals(
                1,
                graph.found("cello", "embedding", vector(5), "minimum", 0.0, "k", 1L)
                        .size());
        assertEquals(List.of(), graph.found("cello", "minimum", 0.0, "types", list("assistant")));
    }
}
