package io.oxgraph.recall;

import static io.oxgraph.recall.RecallGraph.contents;
import static io.oxgraph.recall.RecallGraph.day;
import static io.oxgraph.recall.RecallGraph.list;
import static io.oxgraph.recall.RecallGraph.map;
import static io.oxgraph.recall.RecallGraph.notes;
import static io.oxgraph.recall.RecallGraph.results;
import static io.oxgraph.recall.RecallGraph.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.model.MemoryResults.RecallResult;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cache and the indexes find the same. */
@Tag("deep")
@ExtendWith(Neo4jExtension.class)
class PathsTest {
    private RecallGraph graph;

    @BeforeEach
    void filled(TestGraph given) {
        graph = new RecallGraph(given.another());
        for (int i = 0; i < 30; i++) {
            graph.remember(
                    "Anna did thing " + i + (i % 3 == 0 ? " with a cello" : ""),
                    "embedding",
                    vector(i * 4),
                    "predicate",
                    "did_" + i,
                    "object",
                    "Thing " + i % 5,
                    "valid_from",
                    day(i),
                    "type",
                    i % 2 == 0 ? "fact" : "event",
                    "topic_key",
                    "topic " + i % 4);
            graph.message(
                    i % 2 == 0 ? "c" : "d",
                    i / 2,
                    i % 3 == 0 ? "Anna" : "Ben",
                    "Word " + i,
                    "embedding",
                    vector(i * 5));
        }
    }

    @Test
    void the_same_lists() {
        same("cello", "embedding", vector(0), "kinds", list("memory"));
        same("cello", "embedding", vector(70), "kinds", list("memory"), "types", list("event"));
        // All results: a cut at ten would depend on the word weights of other workspaces on the server.
        same("Thing 3", "embedding", vector(20), "kinds", list("memory"), "historical", true, "k", 100L);
        same("cello", "embedding", vector(33), "kinds", list("memory"), "as_of", map("valid", day(12)));
        same("What did Anna say?", "embedding", vector(51), "kinds", list("message"));
        same("word", "embedding", vector(51), "kinds", list("message"), "conversation_id", "c");
        same(
                "x",
                "kinds",
                list("memory"),
                "window",
                map("from", day(5), "to", day(9)),
                "without",
                list("words", "threshold"));
        same(
                "x",
                "kinds",
                list("memory"),
                "topic_keys",
                list("topic 2"),
                "predicates",
                list("did_7"),
                "without",
                list("words", "threshold"));
    }

    /** Of most of the vectors, and of few: the first search of the indexes learns which, the others use it. */
    @ParameterizedTest
    @ValueSource(strings = {"", "ada"})
    void owners_are_told_apart_among_more_vectors_than_are_asked_for(String most) {
        String few = most.isEmpty() ? "ada" : "";
        for (int i = 0; i < 130; i++) {
            String owner = i % 5 == 0 ? few : most;
            graph.remember(
                    "Statement " + i, "embedding", vector(i * 0.5 + 0.1), "user_id", owner.isEmpty() ? null : owner);
        }
        graph.messages(IntStream.range(0, 500)
                .mapToObj(i -> graph.said(
                        "e",
                        i,
                        "Ben",
                        "Sentence " + i,
                        "embedding",
                        vector(i * 0.25 + 0.1),
                        "user_id",
                        i % 5 == 0 ? few : most)));
        for (int call = 0; call < 3; call++) {
            for (String user : List.of("ada", "eve")) {
                same(
                        "x",
                        "embedding",
                        vector(-30.1),
                        "kinds",
                        list("memory"),
                        "user_id",
                        user,
                        "without",
                        list("threshold"));
                same(
                        "x",
                        "embedding",
                        vector(-30.1),
                        "kinds",
                        list("message"),
                        "user_id",
                        user,
                        "without",
                        list("threshold", "neighbours", "conversation"));
            }
        }
    }

    @Test
    void what_a_named_speaker_says_is_found_however_many_say_it_in_fewer_words() {
        graph.messages(IntStream.range(0, 600).mapToObj(i -> graph.said("e", i, "Ben", "Sailing!")));
        String said = "In the north, where it rained all the way, I went sailing with my brother on the lake";
        graph.message("f", 0, "Zoe Lee", said);
        String query = "What did Zoe Lee tell about sailing?";
        Object[] options = {"kinds", list("message"), "without", list("threshold")};
        Set<String> both = Set.of("Sailing!", said);
        assertEquals(both, Set.copyOf(graph.found(query, options)));
        assertEquals(both, Set.copyOf(contents(graph.indexed(query, options).results())));
    }

    /** No word is shared: by the vector alone, of a user's messages and of all, in either slot. */
    @ParameterizedTest
    @CsvSource({"'', embedding", "ada, embedding_alt"})
    void what_is_asked_for_is_found_however_many_say_what_is_nearer(String user, String slot) {
        graph.messages(IntStream.range(0, 420)
                .mapToObj(i ->
                        graph.said("e", i, "Ben", "Sailing " + i, "embedding", vector(i * 0.01), "user_id", user)));
        graph.message("f", -300, "Zoe Lee", "Out on the lake", "embedding", vector(20), "user_id", user);
        vectorsIn(slot);
        foundByCacheAndIndex("What did Zoe Lee tell?", user, null);
        foundByCacheAndIndex("What happened?", user, map("from", day(-301), "to", day(-299)));
        foundByCacheAndIndex("What happened?", user, map("from", TestGraph.NOW.withYear(1), "to", day(-299)));
        graph.message("g", 3_000, "Eve", "Out on the lake", "embedding", vector(20), "user_id", user);
        vectorsIn(slot);
        ZonedDateTime last = ZonedDateTime.of(9_999, 12, 30, 0, 0, 0, 0, ZoneOffset.UTC);
        foundByCacheAndIndex("What happened?", user, map("from", day(2_999), "to", last));
    }

    /** Most of what they said is of other times, and most of what was said then is others'. */
    @ParameterizedTest
    @ValueSource(strings = {"", "ada"})
    void what_somebody_said_at_a_time_is_found_among_much_of_theirs_and_much_of_that_time(String user) {
        graph.messages(IntStream.range(0, 420)
                .mapToObj(i ->
                        graph.said("e", i, "Zoe Lee", "Sailing " + i, "embedding", vector(i * 0.01), "user_id", user)));
        graph.messages(IntStream.range(0, 420)
                .mapToObj(i -> graph.said(
                        "g",
                        i,
                        "Ben",
                        "Rowing " + i,
                        "embedding",
                        vector(i * 0.01),
                        "user_id",
                        user,
                        "said_at",
                        day(2_000))));
        graph.message("f", 2_001, "Zoe Lee", "Out on the lake", "embedding", vector(20), "user_id", user);
        foundByCacheAndIndex("What did Zoe Lee tell?", user, map("from", day(1_999), "to", day(2_002)));
    }

    private void vectorsIn(String slot) {
        if (!slot.equals("embedding")) {
            graph.graph.run("MATCH (n:message {workspace_id: $w}) WHERE n.embedding IS NOT NULL"
                    + " SET n.embedding_alt = n.embedding REMOVE n.embedding");
            graph.graph.run("MATCH (w:workspace {workspace_id: $w, id: $w}) SET w.embedding_slot = '" + slot + "'");
        }
    }

    private void foundByCacheAndIndex(String query, String user, Object window) {
        Object[] options = {
            "embedding",
            vector(-1),
            "kinds",
            list("message"),
            "user_id",
            user.isEmpty() ? null : user,
            "window",
            window,
            "k",
            200L,
            "without",
            list("message_words", "threshold", "neighbours", "conversation")
        };
        assertTrue(graph.found(query, options).contains("Out on the lake"));
        assertTrue(contents(graph.indexed(query, options).results()).contains("Out on the lake"));
    }

    @Test
    @SuppressWarnings("unchecked")
    void of_hundreds_of_speakers_the_one_who_is_named_is_known() {
        graph.messages(IntStream.range(0, 210).mapToObj(i -> graph.said("e", i, "A guest " + (100 + i), "Hello")));
        graph.message("f", 0, "Zoe Lee", "Hello");
        String query = "What did Zoe say?";
        var cached = (List<String>) notes(graph.recall(query)).get("speakers");
        var indexed = (List<String>) graph.indexed(query).notes().get("speakers");
        assertEquals("Zoe Lee", cached.getLast());
        assertEquals("Zoe Lee", indexed.getLast());
        assertEquals(List.of(201, 51), List.of(cached.size(), indexed.size()));
    }

    @Test
    void where_an_index_gives_nothing_the_nodes_themselves_are_searched() {
        String property = graph.graph.value(
                "MATCH (w:workspace {workspace_id: $w, id: $w}) RETURN coalesce(w.embedding_slot, 'embedding') AS slot");
        assertEquals("embedding", property);
        drop("oxgraph_memory_embedding");
        drop("oxgraph_memory_words");
        try {
            RecallResult found = graph.indexed("cello", "embedding", vector(0), "kinds", list("memory"));
            assertEquals("Anna did thing 1", contents(found.results()).getFirst());
            assertTrue(found.notes().get("dropped").toString().contains("index"));
        } finally {
            graph.graph.run(
                    """
                    CYPHER 25 CREATE VECTOR INDEX oxgraph_memory_embedding IF NOT EXISTS FOR (n:memory) ON n.embedding
                      WITH [n.workspace_id, n.user_id, n.status, n.type, n.subject_id, n.valid_from, n.valid_to]
                      OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}}""");
            graph.graph.run(
                    """
                    CREATE FULLTEXT INDEX oxgraph_memory_words IF NOT EXISTS
                      FOR (n:memory) ON EACH [n.content, n.keywords, n.workspace_term]
                      OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}""");
            graph.graph.run("CALL db.awaitIndexes(120)");
        }
    }

    private void drop(String index) {
        graph.graph.run("DROP INDEX " + index);
    }

    private void same(String query, Object... options) {
        Map<String, Object> held = graph.recall(query, options);
        RecallResult indexed = graph.indexed(query, options);
        assertEquals("cache", notes(held).get("path"));
        assertEquals("index", indexed.notes().get("path"));
        List<String> expected = contents(results(held));
        assertTrue(!expected.isEmpty(), query);
        List<String> found = contents(indexed.results());
        assertEquals(expected.getFirst(), found.getFirst(), query);
        // An index weighs words over all workspaces, so near ties may swap.
        assertEquals(Set.copyOf(expected), Set.copyOf(found), query);
    }
}
