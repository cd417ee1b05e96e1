package io.oxgraph.recall;

import static io.oxgraph.recall.RecallGraph.day;
import static io.oxgraph.recall.RecallGraph.list;
import static io.oxgraph.recall.RecallGraph.map;
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
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each ranking rule changes the order as documented. */
@ExtendWith(Neo4jExtension.class)
class RankingTest {
    private static final String NOTHING_LEFT_OUT = "threshold";
    private RecallGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = new RecallGraph(given.another());
    }

    @Test
    void uncertain_memories_sink_and_fall_below_the_floor() {
        graph.remember("Anna plays the cello at home", "embedding", vector(0), "confidence", 0.6, "predicate", "a");
        graph.remember("Anna plays the cello", "embedding", vector(5), "confidence", 1.0, "predicate", "b");
        graph.remember("Anna plays the cello badly", "embedding", vector(1), "confidence", 0.45, "predicate", "c");
        assertEquals(
                List.of("Anna plays the cello", "Anna plays the cello at home"),
                graph.found("cello", "embedding", vector(0)));
        assertEquals(
                List.of("Anna plays the cello at home", "Anna plays the cello badly", "Anna plays the cello"),
                graph.found(
                        "cello",
                        "embedding",
                        vector(0),
                        "confidence_floor",
                        0.0,
                        "without",
                        list("confidence", "words")));
    }

    @Test
    void stale_memories_sink_and_a_read_one_gains_nothing_beyond_one() {
        String old = graph.remember("Anna played the cello once", "embedding", vector(0), "predicate", "a");
        String read = graph.remember("Anna plays the cello", "embedding", vector(3), "predicate", "b");
        set(old, "last_accessed_at", TestGraph.NOW.minusDays(360));
        set(read, "access_count", 50L);
        List<Map<String, Object>> found = results(graph.recall("cello", "embedding", vector(0)));
        assertEquals("Anna plays the cello", found.getFirst().get("content"));
        assertTrue((double) found.getFirst().get("freshness") > 1);
        assertTrue((double) found.getFirst().get("score") <= 1);
        assertEquals(0.25, (double) found.getLast().get("freshness"), 1e-9);
        assertEquals(
                "Anna played the cello once",
                graph.found("cello", "embedding", vector(0), "without", list("freshness", "words"))
                        .getFirst());
    }

    @Test
    void confidence_is_what_fades_where_that_is_the_policy() {
        String fact = graph.remember("Anna likes green tea", "policy", "confidence");
        set(fact, "last_accessed_at", TestGraph.NOW.minusDays(900));
        Map<String, Object> result = results(graph.recall("tea")).getFirst();
        assertEquals(null, result.get("freshness"));
        assertEquals(0.4 * (double) result.get("confidence"), (double) result.get("score"), 1e-9);
    }

    @Test
    void names_and_words_are_kept_out() {
        graph.remember("Anna plays the cello", "embedding", vector(0));
        graph.remember("Ben plays the cello", "subject", "Ben", "embedding", vector(1));
        graph.message("c", 0, "Ben", "My cello is old", "embedding", vector(2));
        graph.message("c", 1, "Carl", "A viola and a cello", "embedding", vector(3));
        Object[] options = {"embedding", vector(0), "negated", list("Ben", "viola")};
        assertEquals(
                Set.of("Anna plays the cello", "A viola and a cello"),
                Set.copyOf(graph.found("cello, not Ben's, no viola", options)),
                "a turn is kept out by who said it alone");
        assertEquals(4, graph.found("cello", "embedding", vector(0)).size());
    }

    @ParameterizedTest
    @CsvSource({
        "田中さんは昼に何を食べましたか, 田中, 佐藤, 昼に寿司を食べました",
        "マリーは昼に何を食べましたか, マリー, アンナ, 昼に寿司を食べました",
        "李明中午吃了什么, 李明, 王芳, 中午吃了饺子",
        "สมชายกินอะไรตอนเที่ยง, สมชาย, สมหญิง, ตอนเที่ยงกินข้าวผัด"
    })
    void a_speaker_is_known_in_text_without_blanks(String query, String asked, String other, String said) {
        graph.message("c", 0, other, said + " 1", "embedding", vector(0));
        graph.message("d", 0, asked, said + " 2", "embedding", vector(30));
        List<Map<String, Object>> found =
                results(graph.recall(query, "embedding", vector(0), "without", list("message_words")));
        assertEquals(asked, found.getFirst().get("speaker"));
    }

    @Test
    void a_memory_gets_the_score_of_its_source_and_takes_its_place() {
        String source = graph.message("c", 0, "Anna", "My cello lesson is on Mondays", "embedding", vector(0));
        graph.message("c", 1, "Anna", "The cello case is new", "embedding", vector(30));
        graph.remember("Anna is busy each Monday", "embedding", vector(80), "evidence", list(source));
        assertEquals(
                List.of("Anna is busy each Monday", "The cello case is new"),
                graph.found("cello lesson", "embedding", vector(0)));
    }

    @Test
    void types_and_kinds_filter_all_retrievers() {
        graph.remember("Anna plays the cello", "embedding", vector(0));
        graph.remember("Anna bought a cello", "type", "event", "embedding", vector(1));
        graph.message("c", 0, "Anna", "My cello lesson", "embedding", vector(2));
        assertEquals(
                List.of("Anna bought a cello"), graph.found("cello", "types", list("event"), "embedding", vector(0)));
        assertEquals(
                List.of("My cello lesson"), graph.found("cello", "kinds", list("message"), "embedding", vector(0)));
        assertEquals(
                Set.of("Anna bought a cello", "My cello lesson"),
                Set.copyOf(graph.found("cello", "types", list("event", "user"), "embedding", vector(1))));
        Map<String, Object> row = graph.recall("cello", "types", list("relation"));
        assertEquals("filters", notes(row).get("empty_because"));
    }

    @Test
    void two_clocks() {
        graph.remember("Anna lives in Bonn", "predicate", "lives_in", "object", "Bonn", "valid_from", day(1));
        graph.remember("Anna lives in Rome", "predicate", "lives_in", "object", "Rome", "valid_from", day(50));
        assertEquals(List.of("Anna lives in Rome"), graph.found("Where does Anna live?"));
        assertEquals(
                List.of("Anna lives in Bonn"), graph.found("Where does Anna live?", "as_of", map("valid", day(20))));
        assertEquals(2, graph.found("Where does Anna live?", "historical", true).size());
        assertEquals(List.of(), graph.found("Where does Anna live?", "as_of", map("known", day(20))));
        assertTrue(((String) graph.recall("live", "historical", true).get("context")).contains("(until 2025-11-21)"));
    }

    @Test
    void entities_are_found_through_their_other_names_and_one_hop_further() {
        graph.remember("Anna works at Volkswagen", "predicate", "works_at", "object", "Volkswagen");
        graph.remember("The firm builds cars", "subject", "Volkswagen");
        Map<String, Object> row = graph.recall("Tell me about Anna", "explain", true, "kinds", list("memory"));
        List<Map<String, Object>> found = results(row);
        assertEquals(List.of("Anna works at Volkswagen", "The firm builds cars"), RecallGraph.contents(found));
        assertEquals(1.0, ((Map<?, ?>) found.getFirst().get("scores")).get("entity"));
        assertEquals(0.5, ((Map<?, ?>) found.getLast().get("scores")).get("entity"));
        assertTrue(found.getFirst().get("why").toString().contains("about what the query names"));
        assertEquals("Anna", ((Map<?, ?>) ((List<?>) notes(row).get("entities")).getFirst()).get("name"));
        assertTrue(notes(row).get("elapsed_ms") instanceof Map<?, ?>);
    }

    @Test
    void a_window_prefers_what_lies_in_it() {
        graph.remember("Anna visited a museum", "type", "event", "valid_from", day(10));
        graph.remember("Anna visited a castle", "type", "event", "valid_from", day(60));
        Object[] options = {"window", map("from", day(55), "to", day(65))};
        assertEquals(
                "Anna visited a castle",
                graph.found("What did Anna visit?", options).getFirst());
    }

    @Test
    void a_message_is_not_repeated_below_the_memory_that_came_from_it() {
        String message = graph.message("c", 0, "Anna", "I play the cello", "embedding", vector(0));
        graph.remember("Anna plays the cello", "embedding", vector(0), "evidence", list(message));
        assertEquals(List.of("Anna plays the cello"), graph.found("cello", "embedding", vector(0)));
        assertEquals(
                List.of("I play the cello"), graph.found("cello", "embedding", vector(0), "kinds", list("message")));
        assertEquals(
                2,
                graph.found("cello", "embedding", vector(0), "without", list("repeats"))
                        .size());
    }

    @Test
    void equal_contents_stand_once() {
        graph.message("c", 0, "Anna", "I play the  CELLO", "embedding", vector(0));
        graph.message("d", 0, "Ben", "I play the cello", "embedding", vector(0));
        assertEquals(1, graph.found("cello", "embedding", vector(0)).size());
    }

    @Test
    void one_retriever_alone_is_heard() {
        for (int i = 0; i < 20; i++) {
            graph.remember("Anna said thing " + i, "embedding", vector(i), "predicate", "said_" + i);
        }
        graph.remember("Quixotic zither", "subject", "Zed", "embedding", vector(179));
        Object[] options = {"embedding", vector(0), "k", 6L, "weights", map("words", 0.01)};
        assertTrue(graph.found("quixotic", options).contains("Quixotic zither"));
        List<Object> without = list("diversity");
        assertFalse(graph.found(
                        "quixotic", "embedding", vector(0), "k", 6L, "weights", map("words", 0.01), "without", without)
                .contains("Quixotic zither"));
    }

    @Test
    void nothing_relevant_is_an_empty_answer() {
        graph.remember("Anna plays the cello", "embedding", vector(100));
        Map<String, Object> row = graph.recall("quantum chromodynamics", "embedding", vector(15));
        assertEquals(List.of(), results(row));
        assertEquals("", row.get("context"));
        assertEquals("nothing_relevant", notes(row).get("empty_because"));
        assertEquals(0.15, notes(row).get("threshold"));
        assertEquals(
                1,
                graph.found("quantum chromodynamics", "embedding", vector(15), "without", list(NOTHING_LEFT_OUT))
                        .size());
    }

    @Test
    void mentioned_speakers_are_preferred() {
        graph.message("c", 0, "Anna", "I adopted a dog last week", "embedding", vector(10));
        graph.message("c", 1, "Ben", "I adopted a cat last month", "embedding", vector(8));
        Map<String, Object> row = graph.recall("What did Anna adopt?", "embedding", vector(5));
        assertEquals("I adopted a dog last week", results(row).getFirst().get("content"));
        assertEquals(List.of("Anna", "Ben"), notes(row).get("speakers"));
        assertEquals(
                "I adopted a cat last month",
                graph.found("What did Ben adopt?", "embedding", vector(5)).getFirst());
    }

    @Test
    void a_message_row_has_its_neighbours() {
        graph.message("c", 0, "Ben", "Where do you live?", "embedding", vector(0));
        graph.message("c", 1, "Anna", "In Berlin", "embedding", vector(120));
        graph.message("c", 2, "Ben", "Nice", "embedding", vector(120));
        List<Map<String, Object>> found = results(graph.recall("Where does Anna live?", "embedding", vector(0)));
        assertTrue(RecallGraph.contents(found).contains("In Berlin"));
        Map<String, Object> berlin = found.stream()
                .filter(result -> result.get("content").equals("In Berlin"))
                .findFirst()
                .orElseThrow();
        assertEquals(
                List.of("Where do you live?", "Nice"),
                ((List<?>) berlin.get("neighbours"))
                        .stream()
                                .map(neighbour -> ((Map<?, ?>) neighbour).get("text"))
                                .toList());
    }

    @Test
    void of_one_conversation_only_what_was_said_there() {
        String here = graph.message("c", 0, "Anna", "The cello is here", "embedding", vector(0));
        graph.message("d", 0, "Anna", "The cello is there", "embedding", vector(0));
        graph.remember("Anna plays the cello", "embedding", vector(0), "evidence", list(here));
        graph.remember("Anna owns a cello", "embedding", vector(5));
        assertEquals(
                List.of("Anna plays the cello"), graph.found("cello", "embedding", vector(0), "conversation_id", "c"));
        assertEquals(
                List.of("Anna plays the cello", "The cello is here"),
                graph.found("cello", "embedding", vector(0), "conversation_id", "c", "without", list("repeats")));
    }

    @Test
    void rewrites_are_asked_too() {
        graph.remember("Anna plays the cello", "embedding", vector(90));
        Map<String, Object> rewrite = map("query", "Which cello does Anna play?", "embedding", vector(90));
        Map<String, Object> row =
                graph.recall("instrument?", "embedding", vector(0), "rewrites", list(rewrite), "explain", true);
        Map<?, ?> scores = (Map<?, ?>) results(row).getFirst().get("scores");
        assertEquals(1.0, (double) scores.get("meaning"), 1e-4);
        assertEquals(1.0, scores.get("words"));
    }

    @Test
    void no_time_is_a_well_formed_answer() {
        graph.remember("Anna plays the cello", "embedding", vector(0));
        Map<String, Object> row = graph.recall("cello", "embedding", vector(0), "deadline_ms", 0L);
        assertEquals(List.of(), results(row));
        assertEquals("deadline", notes(row).get("empty_because"));
        assertTrue(notes(row).get("dropped").toString().contains("meaning"));
        assertEquals(
                1,
                graph.found("cello", "embedding", vector(0), "deadline_ms", 60_000L)
                        .size());
    }

    @Test
    void a_foreign_model_costs_what_is_found_by_meaning() {
        graph.remember("Anna plays the cello", "embedding", vector(0));
        Map<String, Object> row = graph.recall("cello", "embedding", vector(0), "embedding_model", "another");
        assertEquals(1, results(row).size());
        assertTrue(notes(row).get("dropped").toString().contains("other_model"));
    }

    @Test
    void what_is_there_is_found_when_memory_is_switched_off() {
        graph.remember("Anna plays the cello");
        graph.graph.run("MATCH (w:workspace {workspace_id: $w, id: $w}) SET w.memory_enabled = false");
        assertEquals(1, results(graph.recall("cello")).size());
    }

    @Test
    void reciprocal_ranks() {
        graph.remember("Anna plays the cello", "embedding", vector(0));
        Map<String, Object> row = graph.recall("cello", "embedding", vector(0), "fusion", "rrf");
        double score = (double) results(row).getFirst().get("score");
        assertEquals((0.6 + 0.4) / 61, score, 1e-4);
    }

    private void set(String id, String property, Object value) {
        graph.graph.run(
                "MATCH (m:_mem {workspace_id: $w, id: $id}) SET m[$property] = $value",
                "id",
                id,
                "property",
                property,
                "value",
                value);
    }
}
