package io.oxgraph.recall;

import static io.oxgraph.recall.RecallGraph.contents;
import static io.oxgraph.recall.RecallGraph.list;
import static io.oxgraph.recall.RecallGraph.notes;
import static io.oxgraph.recall.RecallGraph.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stored question that only repeats the query is no evidence, but leads to its answer. */
@ExtendWith(Neo4jExtension.class)
class EchoTest {
    private static final String QUESTION = "When may I call Acme?";
    private RecallGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = new RecallGraph(given.another());
    }

    private List<String> both(String query, Object... options) {
        List<String> held = graph.found(query, options);
        assertEquals(
                Set.copyOf(held),
                Set.copyOf(contents(graph.indexed(query, options).results())),
                query);
        return held;
    }

    @ParameterizedTest
    @ValueSource(strings = {QUESTION, "when MAY I call Acme", "So when can we call Acme?", "Calling Acme?"})
    void the_question_alone_gives_nothing(String stored) {
        graph.message("c", 0, "Ben", stored, "embedding", vector(0));
        graph.message("c", 1, "Ben", "Good morning", "embedding", vector(88));
        assertEquals(List.of(), both(QUESTION, "embedding", vector(0)));
        assertEquals(List.of(), both(QUESTION));
        assertEquals("nothing_relevant", notes(graph.recall(QUESTION)).get("empty_because"));
        assertTrue(both(QUESTION, "without", list("echo")).contains(stored));
        assertTrue(both(QUESTION, "embedding", vector(0), "minimum", 0.6).contains(stored));
    }

    @Test
    void neither_a_query_nor_a_speaker_needs_a_letter() {
        graph.message("c", 0, "🙂", "Good morning", "embedding", vector(0));
        assertEquals(List.of(), both("???"));
        assertEquals(List.of("Good morning"), both("..", "embedding", vector(0), "without", list("threshold")));
    }

    @Test
    void its_answer_is_found() {
        graph.message("c", 0, "Ben", QUESTION, "embedding", vector(0));
        graph.message("c", 1, "Ada", "After five.", "embedding", vector(85));
        graph.message("d", 0, "Ben", "We had lunch", "embedding", vector(80));
        assertEquals("After five.", both(QUESTION, "embedding", vector(0)).getFirst());
        assertFalse(both(QUESTION, "embedding", vector(0)).contains(QUESTION));
        assertEquals(List.of("After five."), both(QUESTION, "k", 1L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "You may call Acme after 5 pm.",
                "Did you know that Acme takes a call only after 5 pm?",
                "I call Acme when I may"
            })
    void what_says_more_is_found(String stored) {
        graph.message("c", 0, "Ben", stored, "embedding", vector(5));
        assertEquals(List.of(stored), both(QUESTION, "embedding", vector(0)));
    }
}
