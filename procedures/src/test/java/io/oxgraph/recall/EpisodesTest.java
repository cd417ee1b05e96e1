package io.oxgraph.recall;

import static io.oxgraph.recall.RecallGraph.contents;
import static io.oxgraph.recall.RecallGraph.day;
import static io.oxgraph.recall.RecallGraph.list;
import static io.oxgraph.recall.RecallGraph.map;
import static io.oxgraph.recall.RecallGraph.results;
import static io.oxgraph.recall.RecallGraph.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Episodes are found together with messages, by both backends. */
@ExtendWith(Neo4jExtension.class)
class EpisodesTest {
    private static final String TRIP = "The user planned a trip to Lisbon with a cello";
    private RecallGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = new RecallGraph(given.another());
    }

    private List<String> both(String query, Object... options) {
        List<String> held = graph.found(query, options);
        List<String> indexed = contents(graph.indexed(query, options).results());
        assertEquals(Set.copyOf(held), Set.copyOf(indexed), query);
        assertEquals(held.isEmpty() ? "" : held.getFirst(), indexed.isEmpty() ? "" : indexed.getFirst(), query);
        return held;
    }

    @Test
    void an_episode_is_found_by_meaning_and_by_words() {
        graph.summedUp("c", TRIP, "embedding", vector(20), "started_at", day(3), "ended_at", day(5));
        graph.summedUp("d", "The user asked about taxes", "embedding", vector(100));
        graph.message("e", 0, "Anna", "Good morning", "embedding", vector(80));
        assertEquals(TRIP, both("Lisbon", "without", list("message_meaning")).getFirst());
        assertEquals(
                TRIP,
                both("zither", "embedding", vector(20), "without", list("threshold", "message_words"))
                        .getFirst());
        Map<String, Object> row = graph.recall("Lisbon", "embedding", vector(20));
        Map<String, Object> first = results(row).getFirst();
        assertEquals("episode", first.get("kind"));
        assertEquals("episode", first.get("type"));
        assertEquals("Recent", first.get("group"));
        assertEquals("c", first.get("conversation_id"));
        assertEquals(day(3), first.get("started_at"));
        assertEquals(day(5), first.get("ended_at"));
        assertEquals(12L, first.get("turn_count"));
        assertTrue(((String) row.get("context")).contains("\n- 2025-10-05 to 2025-10-07 conversation c: " + TRIP));
    }

    @Test
    void kinds_and_types() {
        graph.summedUp("c", TRIP, "embedding", vector(0));
        graph.message("c", 0, "Anna", "My cello is heavy", "embedding", vector(1));
        graph.remember("Anna owns a cello", "embedding", vector(2));
        Object[] vector = {"embedding", vector(0)};
        assertEquals(3, both("cello", vector).size());
        assertEquals(List.of(TRIP), both("cello", "embedding", vector(0), "kinds", list("episode")));
        assertEquals(List.of(TRIP), both("cello", "embedding", vector(0), "types", list("episode")));
        assertEquals(List.of("My cello is heavy"), both("cello", "embedding", vector(0), "kinds", list("message")));
        assertEquals(List.of("My cello is heavy"), both("cello", "embedding", vector(0), "types", list("user")));
        assertEquals(List.of("Anna owns a cello"), both("cello", "embedding", vector(0), "types", list("fact")));
    }

    @Test
    void deleted_and_erased_messages_are_not_found() {
        graph.summedUp("c", TRIP, "embedding", vector(0), "deleted_at", day(9));
        graph.summedUp("c", "[erased]", "embedding", vector(0));
        graph.summedUp("gone", "A cello was sold", "embedding", vector(0));
        graph.message("gone", 0, "Anna", "Do you want my cello?", "embedding", vector(1));
        assertEquals(2, both("cello", "embedding", vector(0)).size());
        graph.deleting("gone");
        assertEquals(List.of(), both("cello", "embedding", vector(0), "without", list("threshold")));
        assertEquals(List.of(), both("erased", "conversation_id", "gone", "without", list("threshold")));
    }

    @Test
    void one_conversation_or_all_but_one() {
        graph.summedUp("c", "A cello was bought", "embedding", vector(0));
        String here = graph.message("c", 0, "Anna", "My cello is new", "embedding", vector(1));
        String there = graph.message("d", 0, "Anna", "My cello is old", "embedding", vector(2));
        String summedUp = graph.summedUp("d", "A cello was sold", "embedding", vector(3));
        graph.remember("Anna plays the cello", "embedding", vector(4), "evidence", list(here));
        graph.remember("Anna likes her cello", "embedding", vector(5), "evidence", list(here, there), "predicate", "b");
        graph.remember("A cello is in tune", "embedding", vector(6), "predicate", "c", "subject", "Cello");
        String old =
                graph.remember("Anna sold a cello", "embedding", vector(7), "predicate", "d", "evidence", list("x"));
        graph.graph.run(
                "MATCH (m:_mem {workspace_id: $w, id: $old}), (e:_mem {workspace_id: $w, id: $episode})"
                        + " CREATE (m)-[:`_mem:derived_from`]->(e)",
                "old",
                old,
                "episode",
                summedUp);
        List<Object> all = list("repeats", "threshold");
        assertEquals(
                Set.of("A cello was bought", "My cello is new", "Anna plays the cello", "Anna likes her cello"),
                Set.copyOf(both("cello", "embedding", vector(0), "conversation_id", "c", "without", all)));
        assertEquals(
                Set.of("A cello was sold", "My cello is old", "Anna likes her cello", "Anna sold a cello"),
                Set.copyOf(both("cello", "embedding", vector(0), "conversation_id", "d", "without", all)));
        assertEquals(
                Set.of(
                        "A cello was sold",
                        "My cello is old",
                        "Anna likes her cello",
                        "Anna sold a cello",
                        "A cello is in tune"),
                Set.copyOf(both("cello", "embedding", vector(0), "exclude_conversation_id", "c", "without", all)));
        assertEquals(
                List.of(),
                both("cello", "conversation_id", "c", "exclude_conversation_id", "c", "kinds", list("message")));
    }

    @Test
    void an_episode_whose_turns_are_kept_comes_after_them() {
        String episode = graph.summedUp("c", "cello cello cello", "embedding", vector(0));
        graph.message("c", 0, "Anna", "I have a cello at home", "embedding", vector(30), "episode_id", episode);
        graph.message("c", 1, "Ben", "And what else is there", "embedding", vector(50), "episode_id", episode);
        graph.message("d", 0, "Ben", "Nothing at all today", "embedding", vector(75));
        List<String> found = graph.found("cello", "embedding", vector(0), "k", 4L);
        assertTrue(found.indexOf("cello cello cello") > found.indexOf("I have a cello at home"), found.toString());
        assertTrue(found.indexOf("cello cello cello") > found.indexOf("And what else is there"), found.toString());
        assertEquals(
                "cello cello cello",
                graph.found("cello", "embedding", vector(0), "kinds", list("episode"))
                        .getFirst());
        graph.graph.run("MATCH (m:message {workspace_id: $w}) REMOVE m.episode_id");
        assertEquals(
                "cello cello cello",
                graph.found("cello", "embedding", vector(0)).getFirst());
    }

    @Test
    void time_and_two_clocks() {
        graph.summedUp("c", "A museum was visited", "started_at", day(10), "ended_at", day(11));
        graph.summedUp("d", "A castle museum was seen", "started_at", day(60), "ended_at", day(61));
        assertEquals(
                "A castle museum was seen",
                both("museum", "window", map("from", day(59), "to", day(65))).getFirst());
        assertEquals(
                "A museum was visited",
                both("museum", "window", map("from", day(9), "to", day(12))).getFirst());
        assertEquals(List.of("A museum was visited"), both("museum", "as_of", map("known", day(20))));
    }

    @Test
    void other_speakers_messages_do_not_lower_an_episode() {
        graph.message("c", 0, "Anna", "I adopted a dog last week", "embedding", vector(60));
        graph.message("c", 1, "Ben", "I adopted a cat last month", "embedding", vector(8));
        graph.summedUp("d", "They adopted a hamster", "embedding", vector(5));
        Map<String, Object> row = graph.recall("What did Anna adopt?", "embedding", vector(5));
        assertEquals(3, results(row).size());
        results(row).stream()
                .filter(result -> result.get("kind").equals("episode"))
                .forEach(result -> assertTrue((double) result.get("relevance") > 0.9));
    }
}
