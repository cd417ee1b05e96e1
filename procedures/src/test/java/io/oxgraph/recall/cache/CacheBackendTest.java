package io.oxgraph.recall.cache;

import static io.oxgraph.recall.cache.Workspaces.NOW;
import static io.oxgraph.recall.cache.Workspaces.ask;
import static io.oxgraph.recall.cache.Workspaces.ids;
import static io.oxgraph.recall.cache.Workspaces.idsOf;
import static io.oxgraph.recall.cache.Workspaces.memory;
import static io.oxgraph.recall.cache.Workspaces.message;
import static io.oxgraph.recall.cache.Workspaces.withWords;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.MessagePreference;
import io.oxgraph.recall.Preferences;
import io.oxgraph.recall.SearchBackend.MemoryFilter;
import io.oxgraph.recall.SearchBackend.MessageFilter;
import io.oxgraph.recall.SearchBackend.MessageScores;
import io.oxgraph.recall.SearchBackend.NamedEntity;
import io.oxgraph.recall.SearchBackend.Window;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What each retriever finds. */
@ExtendWith(Neo4jExtension.class)
class CacheBackendTest {

    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
    }

    @Test
    void an_empty_workspace_finds_nothing() {
        assertEquals(true, ask(graph, sources -> sources.isEmpty()));
        assertEquals(List.of(), ask(graph, sources -> sources.words("anything", NOW, 10)));
    }

    @Test
    void meaning_is_the_cosine() {
        memory(graph, "a", "near", 1, 0.1f);
        memory(graph, "b", "far", 0.1f, 1);
        memory(graph, "c", "opposite", -1, 0);
        memory(graph, "d", "without");
        var hits = ask(graph, sources -> sources.meaning(new float[] {2, 0}, NOW, 10));
        assertEquals(List.of("a", "b"), ids(hits));
        assertEquals(1 / Math.sqrt(1.01), hits.getFirst().score(), 1e-4);
        assertEquals(List.of(), ask(graph, sources -> sources.meaning(new float[] {1, 0, 0}, NOW, 10)));
    }

    @Test
    void a_memory_is_found_by_its_best_question_once() {
        memory(graph, "a", "one");
        memory(graph, "b", "two");
        graph.run(
                """
                UNWIND [['q1', 'a', [1.0, 0.0]], ['q2', 'a', [0.9, 0.1]], ['q3', 'b', [0.5, 0.5]], ['q4', 'x', [1, 0]]]
                  AS row
                CREATE (:_mem:question {id: row[0], workspace_id: $w, memory_id: row[1], text: '', embedding: row[2]})""");
        var hits = ask(graph, sources -> sources.questions(new float[] {1, 0}, NOW, 10));
        assertEquals(List.of("a", "b"), ids(hits));
        assertEquals(1, hits.getFirst().score(), 1e-4);
    }

    @Test
    void many_questions_of_one_memory_hide_no_other() {
        memory(graph, "a", "one");
        memory(graph, "b", "two");
        graph.run(
                """
                UNWIND range(0, 60) AS i
                CREATE (:_mem:question {id: 'q' + i, workspace_id: $w, memory_id: CASE i WHEN 60 THEN 'b' ELSE 'a' END,
                  text: '', embedding: CASE i WHEN 60 THEN [0.5, 0.5] ELSE [1.0, i / 1000.0] END})""");
        assertEquals(List.of("a", "b"), ids(ask(graph, sources -> sources.questions(new float[] {1, 0}, NOW, 2))));
        assertEquals(List.of("a"), ids(ask(graph, sources -> sources.questions(new float[] {1, 0}, NOW, 1))));
    }

    @Test
    void words_are_stems_and_the_rare_ones_count_more() {
        memory(graph, "a", "Anna likes running in the hills");
        memory(graph, "b", "Anna likes cake");
        memory(graph, "c", "Anna sells cakes");
        var hits = ask(graph, sources -> sources.words("who runs with Anna?", NOW, 10));
        assertEquals("a", ids(hits).getFirst());
        assertEquals(1, hits.getFirst().score());
        assertEquals(Set.of("b", "c"), Set.copyOf(ids(ask(graph, s -> s.words("the cake", NOW, 10)))));
    }

    @Test
    void a_question_of_question_words_alone_is_sought_by_them() {
        memory(graph, "a", "The Who played here");
        memory(graph, "b", "Queen played there");
        assertEquals(List.of("a"), ids(ask(graph, sources -> sources.words("the who", NOW, 10))));
        assertEquals(List.of("b"), ids(ask(graph, sources -> sources.words("who is queen", NOW, 10))));
    }

    @Test
    void words_of_every_script_are_found() {
        memory(graph, "a", "Анна живёт в Осло");
        memory(graph, "b", "アンナは東京に住んでいます");
        memory(graph, "c", "آنا تعيش في أوسلو");
        memory(graph, "d", "안나는 서울에 산다");
        memory(graph, "e", "🎉 party");
        for (List<String> row : List.of(
                List.of("осло", "a"),
                List.of("東京", "b"),
                List.of("أوسلو", "c"),
                List.of("서울에", "d"),
                List.of("🎉", "e"))) {
            assertEquals(
                    List.of(row.get(1)), ids(ask(graph, sources -> sources.words(row.get(0), NOW, 10))), row.get(0));
        }
    }

    @Test
    void a_filter_holds_in_every_retriever() {
        memory(graph, "a", "cake", 1, 0);
        memory(graph, "b", "cake", 1, 0);
        graph.run("MATCH (m:memory {workspace_id: $w, id: 'b'}) SET m.status = 'superseded'");
        assertEquals(List.of("a"), ids(ask(graph, s -> s.words("cake", NOW, 10))));
        assertEquals(List.of("a"), ids(ask(graph, s -> s.meaning(new float[] {1, 0}, NOW, 10))));
        MemoryFilter historical = new MemoryFilter(Set.of("fact"), true, null, TestGraph.NOW.toInstant(), 0.5);
        assertEquals(List.of("a", "b"), ids(ask(graph, s -> s.words("cake", historical, 10))));
        MemoryFilter events = new MemoryFilter(Set.of("event"), true, null, TestGraph.NOW.toInstant(), 0);
        assertEquals(List.of(), ask(graph, s -> s.words("cake", events, 10)));
        MemoryFilter sure = new MemoryFilter(Set.of(), false, null, TestGraph.NOW.toInstant(), 1.1);
        assertEquals(List.of(), ask(graph, s -> s.words("cake", sure, 10)));
        graph.run("MATCH (m:memory {workspace_id: $w}) SET m.status = 'forgotten'");
        assertEquals(List.of(), ask(graph, s -> s.words("cake", historical, 10)));
    }

    @Test
    void as_of_finds_what_was_valid_as_it_was_known() {
        memory(graph, "a", "cake");
        graph.run(
                """
                MATCH (m:memory {workspace_id: $w}) SET m.status = 'superseded', m.valid_from = datetime('2025-01-01'),
                  m.recorded_at = datetime('2025-02-01'), m.valid_to = datetime('2025-06-01'),
                  m.valid_to_history = [datetime('9999-12-31'), datetime('2025-06-01')],
                  m.valid_to_known_at = [datetime('2025-02-01'), datetime('2025-07-01')]""");
        assertEquals(List.of("a"), asOf("2025-03-01", "2025-08-01"));
        assertEquals(List.of(), asOf("2025-07-01", "2025-08-01"));
        assertEquals(List.of("a"), asOf("2025-07-01", "2025-06-30"));
        assertEquals(List.of(), asOf("2025-03-01", "2025-01-15"));
    }

    private List<String> asOf(String valid, String known) {
        MemoryFilter.AsOf asOf =
                new MemoryFilter.AsOf(Instant.parse(valid + "T00:00:00Z"), Instant.parse(known + "T00:00:00Z"));
        MemoryFilter filter = new MemoryFilter(Set.of(), false, asOf, TestGraph.NOW.toInstant(), 0);
        return ids(ask(graph, sources -> sources.words("cake", filter, 10)));
    }

    @Test
    void names_lead_to_entities_that_are_there() {
        graph.run(
                """
                UNWIND [['e1', 'Anna Berg', null, false], ['e2', 'Anna B.', 'e1', true], ['e3', 'Ghost', null, true]] AS e
                CREATE (:_mem:entity {id: e[0], node_id: e[0], workspace_id: $w, name: e[1], merged_into: e[2],
                  deleted_at: CASE WHEN e[3] THEN $now END})
                WITH count(*) AS made
                UNWIND [['anna berg', 'e1'], ['anna b', 'e2'], ['anna', 'e2'], ['ghost', 'e3']] AS a
                CREATE (:_mem:alias {id: a[0], workspace_id: $w, key: a[0], entity_id: a[1]})""");
        assertEquals(
                List.of(new NamedEntity("e1", "Anna Berg", "anna berg"), new NamedEntity("e1", "Anna Berg", "anna")),
                ask(graph, sources -> sources.named("Where does ANNA  Berg live, ghost?")));
    }

    @Test
    void an_entity_leads_one_hop_further() {
        for (String id : List.of("a", "b", "c", "d")) {
            memory(graph, id, id);
        }
        graph.run(
                """
                UNWIND [['a', 'anna', 'acme'], ['b', 'acme', 'oslo'], ['c', 'oslo', 'norway'], ['d', 'eve', '']] AS row
                MATCH (m:memory {workspace_id: $w, id: row[0]}) SET m.subject_id = row[1], m.object_id = row[2]""");
        var hits = ask(graph, sources -> sources.entity(List.of("anna"), NOW, 10));
        assertEquals(List.of("a", "b"), ids(hits));
        assertEquals(List.of(1.0, 0.5), hits.stream().map(hit -> hit.score()).toList());
        assertEquals(List.of(), ask(graph, sources -> sources.entity(List.of(""), NOW, 10)));
    }

    @Test
    void time_finds_valid_memories_and_events() {
        for (String id : List.of("before", "long", "within", "past")) {
            memory(graph, id, id);
        }
        graph.run(
                """
                UNWIND [['before', 'event', '2025-01-01', '9999-12-31'], ['long', 'fact', '2025-01-01', '9999-12-31'],
                  ['within', 'event', '2025-05-10', '9999-12-31'], ['past', 'fact', '2025-01-01', '2025-02-01']] AS row
                MATCH (m:memory {workspace_id: $w, id: row[0]}) SET m.type = row[1], m.valid_from = datetime(row[2]),
                  m.valid_to = datetime(row[3])""");
        Window may = new Window(Instant.parse("2025-05-01T00:00:00Z"), Instant.parse("2025-06-01T00:00:00Z"));
        assertEquals(List.of("within", "long"), ids(ask(graph, sources -> sources.time(may, NOW, 10))));
    }

    @Test
    void topics_and_predicates() {
        memory(graph, "a", "one");
        memory(graph, "b", "two");
        memory(graph, "c", "three");
        graph.run("MATCH (m:memory {workspace_id: $w, id: 'a'}) SET m.predicate = 'likes'");
        graph.run("MATCH (m:memory {workspace_id: $w, id: 'b'}) SET m.topic_key = 'diet'");
        var hits = ask(graph, s -> s.topic(List.of("diet", ""), List.of("likes", ""), NOW, 10));
        assertEquals(List.of("b", "a"), ids(hits));
    }

    @Test
    void of_many_messages_those_of_the_speaker_and_the_time_asked_for_are_preferred() {
        for (int i = 0; i < 5; i++) {
            message(graph, "b" + i, "c1", i, "Bruno", "I went sailing");
        }
        message(graph, "a", "c2", 0, "Anna", "I went sailing with my brother on the lake");
        message(graph, "o", "c3", 0, "Carla", "I went sailing with my sister on the lake");
        message(graph, "n", "c4", 0, "Anna", "It rained all day");
        graph.run("MATCH (m:message {workspace_id: $w}) SET m.said_at = datetime('2025-03-01')");
        graph.run("MATCH (m:message {workspace_id: $w, id: 'o'}) SET m.said_at = datetime('2025-05-03')");
        assertEquals(List.of("b0", "b1"), preferred("sailing", Map.of()));
        assertEquals(List.of("a", "b0"), preferred("What of Anna and sailing?", Map.of()));
        Map<String, Object> may = Map.of("from", at("2025-05-01"), "to", at("2025-06-01"));
        assertEquals(List.of("o", "b0"), preferred("sailing in May", Map.of("window", may)));
        assertEquals(List.of("b0", "b1"), preferred("Anna", Map.of("minimum", 0.1)));
        assertEquals(List.of("b0", "b1"), preferred("Anna", Map.of("without", List.of("speaker"))));
    }

    private static ZonedDateTime at(String day) {
        return ZonedDateTime.parse(day + "T00:00:00Z");
    }

    private List<String> preferred(String query, Map<String, Object> options) {
        return ask(graph, sources -> {
            MessagePreference preference = Preferences.of(query, sources.speakers(query), options);
            MessageScores scores = sources.messages(MessageFilter.ALL, preference, 2);
            scores.words("sailing");
            return idsOf(scores.best());
        });
    }

    @Test
    void messages_are_found_by_speaker_and_text_and_place() {
        message(graph, "m1", "c1", 0, "Bruno", "Shall we meet?");
        message(graph, "m2", "c1", 1, null, "Yes, in Oslo");
        message(graph, "m3", "c2", 0, "Clara", "I was in Oslo");
        message(graph, "m4", "c2", 1, "Clara", "[erased]");
        assertEquals(List.of("m1"), idsOf(ask(graph, s -> withWords(s, "what did Bruno say", MessageFilter.ALL))));
        assertEquals(Set.of("m2", "m3"), Set.copyOf(idsOf(ask(graph, s -> withWords(s, "Oslo", MessageFilter.ALL)))));
        assertEquals(List.of("m3"), idsOf(ask(graph, s -> withWords(s, "Oslo", MessageFilter.in("c2")))));
        assertEquals(List.of(), ask(graph, s -> withWords(s, "Oslo", MessageFilter.in("c3"))));
        assertEquals(
                Set.of("m1", "m2"),
                Set.copyOf(
                        ask(graph, s -> s.messagesAt(Map.of(new ConversationKey("", "c1"), List.of(0L, 1L, 7L))))
                                .stream()
                                .map(MessageItem::id)
                                .toList()));
    }

    @Test
    void a_rare_word_says_more() {
        memory(graph, "a", "common rare");
        memory(graph, "b", "common");
        message(graph, "m", "c", 0, null, "common");
        ask(graph, sources -> {
            assertTrue(sources.rarity("rare") > sources.rarity("common"));
            assertTrue(sources.rarity("unknown") > sources.rarity("rare"));
            assertTrue(sources.rarity("!") > 0);
            return null;
        });
    }

    @Test
    void other_workspaces_are_never_seen() {
        TestGraph other = graph.another();
        memory(other, "a", "cake", 1, 0);
        message(other, "m", "c", 0, null, "cake");
        assertEquals(true, ask(graph, sources -> sources.isEmpty()));
        assertEquals(false, ask(other, sources -> sources.isEmpty()));
        assertEquals(List.of(), ask(graph, s -> s.words("cake", NOW, 10)));
    }
}
