package io.oxgraph.recall.cache;

import static io.oxgraph.recall.cache.Workspaces.NOW;
import static io.oxgraph.recall.cache.Workspaces.ask;
import static io.oxgraph.recall.cache.Workspaces.ids;
import static io.oxgraph.recall.cache.Workspaces.idsOf;
import static io.oxgraph.recall.cache.Workspaces.memory;
import static io.oxgraph.recall.cache.Workspaces.message;
import static io.oxgraph.recall.cache.Workspaces.withWords;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxgraph.graph.Scope;
import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.SearchBackend.MessageFilter;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Transaction;

/** Committed changes are found by the next query; uncommitted ones are not. */
@ExtendWith(Neo4jExtension.class)
class CacheRefreshTest {
    private TestGraph graph;

    @BeforeEach
    void held(TestGraph given) {
        graph = given;
        memory(graph, "a", "cake", 1, 0);
        message(graph, "m", "c", 0, "Anna", "cake");
        assertEquals(List.of("a"), found("cake"));
    }

    private List<String> found(String query) {
        return ids(ask(graph, sources -> sources.words(query, NOW, 10)));
    }

    private List<String> messageIds(String query) {
        return idsOf(ask(graph, sources -> withWords(sources, query, MessageFilter.ALL)));
    }

    @Test
    void what_is_new() {
        memory(graph, "b", "cake too", 0.5f, 1);
        message(graph, "n", "c", 1, "Bruno", "cake too");
        assertEquals(List.of("a", "b"), found("cake"));
        assertEquals(List.of("m", "n"), messageIds("cake"));
        assertEquals(List.of("a", "b"), ids(ask(graph, sources -> sources.meaning(new float[] {1, 0}, NOW, 10))));
    }

    @Test
    void what_changed() {
        graph.run("MATCH (m:memory {workspace_id: $w}) SET m.content = 'tea', m.embedding = [0.0, 1.0]");
        graph.run("MATCH (m:message {workspace_id: $w}) SET m.text = '[erased]'");
        assertEquals(List.of(), found("cake"));
        assertEquals(List.of("a"), found("tea"));
        assertEquals(List.of(), messageIds("cake"));
        assertEquals(List.of(), ask(graph, sources -> sources.meaning(new float[] {1, 0}, NOW, 10)));
    }

    @Test
    void that_a_memory_was_read_is_known_without_reading_it() {
        CachedMemory before = only("cake");
        graph.run(
                """
                MATCH (m:memory {workspace_id: $w}) SET m.access_count = 3, m.last_accessed_at = $then""",
                "then",
                TestGraph.NOW.plusDays(1));
        assertSame(before, only("cake"));
        assertEquals(3, before.accessCount());
        assertEquals(TestGraph.NOW.plusDays(1).toInstant(), before.lastAccessedAt());
        graph.run("MATCH (m:memory {workspace_id: $w}) SET m.access_count = 4, m.confidence = 0.5");
        assertEquals(3, before.accessCount());
        assertEquals(4, only("cake").accessCount());
        assertEquals(TestGraph.NOW.plusDays(1).toInstant(), only("cake").lastAccessedAt());
    }

    private CachedMemory only(String query) {
        return (CachedMemory)
                ask(graph, sources -> sources.words(query, NOW, 10)).getFirst().item();
    }

    @Test
    void who_contradicts_whom() {
        memory(graph, "b", "no cake", 0.5f, 1);
        assertEquals(Map.of(), contradictions());
        graph.run(
                """
                MATCH (a:memory {workspace_id: $w, id: 'a'}), (b:memory {workspace_id: $w, id: 'b'})
                CREATE (a)-[:`_mem:contradicts`]->(b)""");
        assertEquals(Map.of("a", List.of("b"), "b", List.of("a")), contradictions());
        graph.run("MATCH (m:memory {workspace_id: $w, id: 'b'}) SET m.status = 'superseded'");
        assertEquals(List.of(), contradictions().get("a"));
        graph.run("MATCH (m:memory {workspace_id: $w, id: 'b'}) SET m.status = 'active'");
        assertEquals(List.of("b"), contradictions().get("a"));
        graph.run("MATCH (:memory {workspace_id: $w})-[e:`_mem:contradicts`]->() DELETE e");
        assertEquals(Map.of(), contradictions());
    }

    private Map<String, List<String>> contradictions() {
        return ask(
                graph,
                sources -> sources.contradictions(
                        sources.words("cake", NOW, 10).stream().map(Hit::item).toList()));
    }

    @Test
    void episodes_come_change_and_go() {
        graph.run(
                """
                CREATE (:_mem:episode {id: 'e', workspace_id: $w, conversation_id: 'c', summary: 'A cake was baked',
                  started_at: $now, ended_at: $now})""");
        assertEquals(Set.of("m", "e"), Set.copyOf(messageIds("cake")));
        graph.run("MATCH (e:episode {workspace_id: $w}) SET e.summary = 'Tea was made'");
        assertEquals(List.of("m"), messageIds("cake"));
        assertEquals(List.of("e"), messageIds("tea"));
        graph.run("MATCH (e:episode {workspace_id: $w}) SET e.deleted_at = $now");
        assertEquals(List.of(), messageIds("tea"));
        graph.run("MATCH (e:episode {workspace_id: $w}) REMOVE e.deleted_at");
        assertEquals(List.of("e"), messageIds("tea"));
        graph.run("MATCH (e:episode {workspace_id: $w}) DETACH DELETE e");
        assertEquals(List.of(), messageIds("tea"));
    }

    @Test
    void a_conversation_that_is_being_deleted() {
        graph.run("CREATE (:_mem:conversation {id: 'k', workspace_id: $w, conversation_id: 'c'})");
        assertEquals(List.of("m"), messageIds("cake"));
        graph.run("MATCH (k:conversation {workspace_id: $w}) SET k.deleted_at = $now");
        assertEquals(List.of(), messageIds("cake"));
        assertEquals(List.of(), ask(graph, sources -> sources.speakers("")));
        assertEquals(
                List.of(),
                ask(graph, sources -> sources.messagesAt(Map.of(new ConversationKey("", "c"), List.of(0L)))));
        graph.run("MATCH (m:message {workspace_id: $w}) DETACH DELETE m");
        graph.run("MATCH (k:conversation {workspace_id: $w}) DETACH DELETE k");
        message(graph, "n", "c", 0, "Anna", "cake");
        assertEquals(List.of("n"), messageIds("cake"));
    }

    @Test
    void what_is_gone() {
        graph.run("MATCH (m {workspace_id: $w}) WHERE m:memory OR m:message DETACH DELETE m");
        assertEquals(true, ask(graph, sources -> sources.isEmpty()));
    }

    @Test
    void what_got_a_label_later() {
        graph.run("CREATE (:memory:Draft {id: 'd', workspace_id: $w, recorded_at: $now, type: 'fact', "
                + "status: 'active', content: 'A tart was baked', subject_id: '', user_id: '', confidence: 1.0})");
        assertEquals(List.of(), found("tart"));
        graph.run("MATCH (m:Draft {workspace_id: $w}) SET m:_mem");
        assertEquals(List.of("d"), found("tart"));
    }

    @Test
    void not_what_was_rolled_back_or_refused_or_waits() {
        try (Transaction tx = graph.database().beginTx()) {
            tx.execute("MATCH (m:memory {workspace_id: $w}) SET m.content = 'tea'", Map.of("w", graph.workspaceId()));
            assertEquals(List.of("a"), found("cake"));
            List<Hit<?>> own = List.copyOf(IndexCache.of(tx, graph.workspaceId(), Scope.SHARED)
                    .orElseThrow()
                    .words("tea", NOW, 10));
            assertEquals(List.of(), own);
            tx.rollback();
        }
        assertThrows(
                Exception.class,
                () -> graph.run("MATCH (m:memory {workspace_id: $w}) SET m.content = 'tea', m.id = 'b'"));
        assertEquals(List.of("a"), found("cake"));
    }

    @Test
    void what_a_writer_of_its_own_wrote_before_it_commits_is_not_kept() {
        try (Transaction tx = graph.database().beginTx()) {
            tx.execute("MATCH (m:memory {workspace_id: $w}) SET m.content = 'tea'", Map.of("w", graph.workspaceId()));
            memory(graph, "b", "cake too");
            assertEquals(
                    List.of("a", "b"),
                    ids(IndexCache.of(tx, graph.workspaceId(), Scope.SHARED)
                            .orElseThrow()
                            .words("cake", NOW, 10)));
            tx.commit();
        }
        assertEquals(List.of("b"), found("cake"));
        assertEquals(List.of("a"), found("tea"));
    }

    @Test
    void names_follow_merges() {
        graph.run("CALL oxgraph.remember($w, [{content: 'Anna runs', type: 'fact', subject: 'Anna'}], $now)");
        graph.run("CALL oxgraph.remember($w, [{content: 'Berta swims', type: 'fact', subject: 'Berta'}], $now)");
        String anna = ask(graph, sources -> sources.named("anna")).getFirst().id();
        String berta = ask(graph, sources -> sources.named("berta")).getFirst().id();
        graph.run("CALL oxgraph.merge_entities($w, $keep, $absorb, $now)", "keep", anna, "absorb", berta);
        assertEquals(
                anna, ask(graph, sources -> sources.named("berta")).getFirst().id());
        assertEquals(
                2, ask(graph, sources -> sources.entity(List.of(anna), NOW, 10)).size());
        graph.run("CALL oxgraph.split_entity($w, $absorb, $now)", "absorb", berta);
        assertEquals(
                berta, ask(graph, sources -> sources.named("berta")).getFirst().id());
        assertEquals(
                1, ask(graph, sources -> sources.entity(List.of(anna), NOW, 10)).size());
    }

    @Test
    void the_other_slot_once_it_is_read() {
        graph.run("MATCH (m:memory {workspace_id: $w}) SET m.embedding_alt = [0.0, 1.0], m.embedding_model = 'next'");
        assertEquals(
                1,
                ask(graph, sources -> sources.meaning(new float[] {1, 0}, NOW, 10))
                        .size());
        graph.run("MATCH (w:workspace {workspace_id: $w}) SET w.embedding_slot = 'embedding_alt'");
        assertEquals(
                0,
                ask(graph, sources -> sources.meaning(new float[] {1, 0}, NOW, 10))
                        .size());
        assertEquals(
                1,
                ask(graph, sources -> sources.meaning(new float[] {0, 1}, NOW, 10))
                        .size());
    }

    @Test
    void more_than_a_quarter_at_once() {
        graph.run(
                """
                UNWIND range(1, 1000) AS i
                CREATE (:_mem:memory {id: 'n' + i, workspace_id: $w, recorded_at: $now, type: 'fact',
                  status: 'active', content: 'bread ' + i})""");
        assertEquals(10, found("bread").size());
        graph.run("MATCH (m:memory {workspace_id: $w}) SET m.content = 'butter'");
        assertEquals(List.of(), found("bread"));
        graph.run("MATCH (m:memory {workspace_id: $w}) DETACH DELETE m");
        assertEquals(List.of(), found("butter"));
    }

    @Test
    void a_workspace_that_was_made_again_is_another() {
        graph.run("MATCH (n:entity {workspace_id: $w}) DETACH DELETE n");
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.purging = true");
        graph.run("CALL oxgraph.purge_memory($w, '', 100)");
        graph.run("CALL oxgraph.purge_end($w)");
        graph.run("CREATE (:_mem:workspace {id: $w, workspace_id: $w})");
        assertEquals(true, ask(graph, sources -> sources.isEmpty()));
        memory(graph, "z", "cake");
        assertEquals(List.of("z"), found("cake"));
    }
}
