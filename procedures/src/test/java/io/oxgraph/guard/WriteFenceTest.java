package io.oxgraph.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.graphdb.Transaction;

/** At the end of an export the workspace stands still, and what belongs to a node changes its revision. */
@ExtendWith(Neo4jExtension.class)
class WriteFenceTest {
    private static final long LIMIT_MILLIS = 10_000;

    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given.another();
        graph.run("CREATE (:_mem:x {id: 'a', workspace_id: $w}), (:_mem:x {id: 'b', workspace_id: $w})");
    }

    private long rev(String id) {
        return graph.value("MATCH (n:_mem {workspace_id: $w, id: '" + id + "'}) RETURN n.rev");
    }

    @Test
    void commits_of_the_workspace_wait_and_others_do_not() throws Exception {
        TestGraph other = graph.another();
        Revisions revisions = Revisions.of(graph.database().databaseName());
        String workspaceId = graph.value("RETURN $w");
        CompletableFuture<Void> waiting;
        try (Transaction tx = graph.database().beginTx()) {
            Optional<CompletableFuture<Void>> begun =
                    revisions.still(tx, workspaceId, LIMIT_MILLIS, position -> beside(other, position));
            waiting = begun.orElseThrow();
        }
        waiting.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        assertEquals(4L, graph.<Long>value("MATCH (n:_mem) WHERE n.workspace_id = $w RETURN count(n)"));
    }

    private CompletableFuture<Void> beside(TestGraph other, long position) {
        CompletableFuture<Void> write =
                CompletableFuture.runAsync(() -> graph.run("CREATE (:_mem:x {id: 'c', workspace_id: $w})"));
        other.run("CREATE (:_mem:x {id: 'a', workspace_id: $w})");
        assertFalse(write.isDone());
        assertTrue(rev("b") <= position);
        assertEquals(3L, graph.<Long>value("MATCH (n:_mem) WHERE n.workspace_id = $w RETURN count(n)"));
        return write;
    }

    @ParameterizedTest
    @ValueSource(strings = {"_mem:references", "_mem:evidence", "_mem:last", "_mem:merged_into"})
    void a_relationship_belongs_to_its_start(String type) {
        assertEquals(List.of("a"), stampedBy("MERGE (a)-[:`" + type + "`]->(b)"));
        assertEquals(List.of("a"), stampedBy("WITH a, b MATCH (a)-[r]->(b) SET r.x = 1"));
        assertEquals(List.of("a"), stampedBy("WITH a, b MATCH (a)-[r]->(b) DELETE r"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"_mem:next", "_mem:has", "_mem:injected"})
    void or_to_its_end_where_starts_have_many(String type) {
        assertEquals(List.of("b"), stampedBy("MERGE (a)-[:`" + type + "`]->(b)"));
        assertEquals(List.of("b"), stampedBy("WITH a, b MATCH (a)-[r]->(b) DELETE r"));
    }

    @Test
    void edges_between_entities_count_where_they_are_ours() {
        assertEquals(List.of(), stampedBy("MERGE (a)-[:KNOWS]->(b)"));
        assertEquals(List.of("a"), stampedBy("MERGE (a)-[:LIKES {mem_edge_id: 'e'}]->(b)"));
        assertEquals(List.of("a"), stampedBy("WITH a, b MATCH (a)-[r:LIKES]->(b) SET r.x = 1"));
        assertEquals(List.of("a"), stampedBy("WITH a, b MATCH (a)-[r:LIKES]->(b) DELETE r"));
        assertEquals(List.of(), stampedBy("WITH a, b MATCH (a)-[r:KNOWS]->(b) DELETE r"));
    }

    private List<String> stampedBy(String change) {
        Map<String, Long> before = Map.of("a", rev("a"), "b", rev("b"));
        graph.run("MATCH (a:_mem {workspace_id: $w, id: 'a'}), (b:_mem {workspace_id: $w, id: 'b'}) " + change);
        return before.keySet().stream()
                .filter(id -> rev(id) > before.get(id))
                .sorted()
                .toList();
    }
}
