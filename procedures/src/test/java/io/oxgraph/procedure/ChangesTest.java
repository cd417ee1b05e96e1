package io.oxgraph.procedure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Neo4jExtension.class)
class ChangesTest {
    private TestGraph graph;
    private long before;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given.another();
        before = position();
    }

    private long position() {
        return graph.<Long>value("CALL oxgraph.changes_position() YIELD position");
    }

    private List<Map<String, Object>> changes() {
        return graph.run("CALL oxgraph.changes($since, 1000)", "since", before);
    }

    private List<String> ids() {
        return changes().stream()
                .map(row -> row.get("id") + ((Boolean) row.get("deleted") ? " gone" : ""))
                .toList();
    }

    @Test
    void each_node_comes_once_at_its_last_change() {
        graph.run("CREATE (:_mem:x {id: 'a', workspace_id: $w})");
        graph.run("CREATE (:_mem:x {id: 'b', workspace_id: $w})");
        assertEquals(List.of("a", "b"), ids());
        graph.run("MATCH (n:x {id: 'a', workspace_id: $w}) SET n.text = 'new'");
        assertEquals(List.of("b", "a"), ids());
        assertEquals(changes().getLast().get("rev"), position());
        assertEquals(
                1, graph.run("CALL oxgraph.changes($since, 1)", "since", before).size());
    }

    @Test
    void a_document_holds_what_stands_there_but_what_search_alone_needs() {
        graph.run(
                "CREATE (:_mem:memory {id: 'm', workspace_id: $w, at: $now, text: 'it\"s', n: 1, list: ['a'], "
                        + "embedding: [0.1], embedding_alt: [0.2], embedding_model: 'e', unembedded: true, workspace_term: 't'})");
        Map<String, Object> row = changes().getFirst();
        Map<?, ?> properties = (Map<?, ?>) row.get("properties");
        assertEquals(
                List.of("at", "id", "list", "n", "rev", "text", "workspace_id"),
                properties.keySet().stream().map(String::valueOf).sorted().toList());
        String document = (String) row.get("document");
        assertTrue(document.contains("\"at\":\"2026-01-10T12:00:00Z\""), document);
        assertTrue(document.contains("\"text\":\"it\\\"s\""), document);
    }

    @Test
    void a_tombstone_is_the_deletion_of_its_node() {
        graph.run("CREATE (:_mem:memory {id: 'a', workspace_id: $w}), (:_mem:memory {id: 'b', workspace_id: $w})");
        graph.run("MATCH (n:memory {workspace_id: $w}) DELETE n");
        assertEquals(List.of("a gone", "b gone"), ids().stream().sorted().toList());
        Map<String, Object> row = changes().getFirst();
        assertEquals(graph.workspaceId(), row.get("workspace_id"));
        assertEquals("memory", row.get("kind"));
        assertNull(row.get("properties"));
        assertNull(row.get("document"));
        graph.run("CREATE (:_mem:memory {id: 'a', workspace_id: $w})");
        assertEquals(List.of("b gone", "a"), ids());
    }

    @Test
    void the_deletion_of_a_recreated_workspace_is_reported() {
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.purging = true");
        graph.run("CALL oxgraph.purge_end($w)");
        assertEquals(List.of(graph.workspaceId() + " gone"), ids());
        assertEquals("system", changes().getFirst().get("workspace_id"));
        graph.run("CREATE (:_mem:workspace {id: $w, workspace_id: $w})");
        assertEquals(List.of(graph.workspaceId() + " gone", graph.workspaceId()), ids());
    }

    @Test
    void messages_and_tokens_come_without_words_and_slots_do_not_come() {
        graph.run("UNWIND ['message', 'token', 'slot', 'lock'] AS kind "
                + "CREATE (n:_mem {id: kind, workspace_id: $w, text: 'secret'}) SET n:$(kind)");
        List<Map<String, Object>> rows = changes();
        assertEquals(
                List.of("message", "token"),
                rows.stream().map(row -> row.get("kind")).sorted().toList());
        rows.forEach(row -> {
            assertEquals(Map.of(), row.get("properties"));
            assertEquals("{}", row.get("document"));
        });
    }

    @Test
    void relationships_are_reported_by_their_owners() {
        graph.run("CREATE (s:_mem:sequence {id: 's', workspace_id: $w}), "
                + "(a:_mem:action {id: 'a', workspace_id: $w, started_at: $now + duration('PT1S')}), "
                + "(b:_mem:action {id: 'b', workspace_id: $w, started_at: $now}), "
                + "(c:_mem:action {id: 'c', workspace_id: $w, started_at: $now, seq: 4}), "
                + "(p:_mem:pattern {id: 'p', workspace_id: $w}), (q:_mem:pattern {id: 'q', workspace_id: $w}), "
                + "(s)-[:`_mem:contains`]->(a), (s)-[:`_mem:contains`]->(b), (s)-[:`_mem:contains`]->(c), "
                + "(q)-[:`_mem:injected`]->(a), (p)-[:`_mem:injected`]->(a), "
                + "(:_mem:pattern_key {id: 'k', workspace_id: $w})-[:`_mem:injected`]->(a), "
                + "(m:_mem:memory {id: 'm', workspace_id: $w})-[:`_mem:superseded_by`]->"
                + "(n:_mem:memory {id: 'n', workspace_id: $w})");
        assertEquals(List.of("c", "b", "a"), told("s", "action_ids"));
        assertEquals(List.of("p", "q"), told("a", "injected_pattern_ids"));
        assertNull(told("b", "injected_pattern_ids"));
        assertEquals("n", told("m", "superseded_by"));
        assertNull(told("n", "superseded_by"));
    }

    private Object told(String id, String key) {
        return changes().stream()
                .filter(row -> id.equals(row.get("id")))
                .map(row -> {
                    Object value = ((Map<?, ?>) row.get("properties")).get(key);
                    return value instanceof String[] list ? List.of(list) : value;
                })
                .toList()
                .getFirst();
    }

    @Test
    void what_is_asked_must_make_sense() {
        graph.refused(ErrorCode.INVALID_INPUT, "CALL oxgraph.changes(-1, 10)");
        graph.refused(ErrorCode.INVALID_INPUT, "CALL oxgraph.changes(null, 10)");
        graph.refused(ErrorCode.INVALID_INPUT, "CALL oxgraph.changes(0, 0)");
        graph.refused(ErrorCode.INVALID_INPUT, "CALL oxgraph.changes(0, 1000001)");
    }

    @Test
    void who_asks_where_it_stands_learns_whose_graph_it_is() {
        Map<String, Object> row = graph.run("CALL oxgraph.changes_position()").getFirst();
        assertEquals(0L, row.get("in_flight"));
        assertNull(row.get("waiting_since"));
        assertEquals(64, ((String) row.get("database_id")).length());
    }
}
