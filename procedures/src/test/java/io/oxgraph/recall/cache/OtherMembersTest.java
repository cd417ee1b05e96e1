package io.oxgraph.recall.cache;

import static io.oxgraph.recall.cache.Workspaces.NOW;
import static io.oxgraph.recall.cache.Workspaces.ask;
import static io.oxgraph.recall.cache.Workspaces.ids;
import static io.oxgraph.recall.cache.Workspaces.memory;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.guard.Revisions;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.TransactionEventListener;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.kernel.internal.event.GlobalTransactionEventListeners;

/**
 * Commits for which no listener runs, as those of another member of a cluster are on this one: they are found by the
 * next query, and later revisions are greater than theirs.
 */
@ExtendWith(Neo4jExtension.class)
class OtherMembersTest {
    /** How far the clock of the other member is ahead, as a revision: an hour. */
    private static final long AHEAD = 3_600_000L << 16;

    private TestGraph graph;

    @BeforeEach
    void held(TestGraph given) {
        graph = given;
        memory(graph, "a", "cake", 1, 0);
        assertEquals(List.of("a"), found("cake"));
    }

    private List<String> found(String query) {
        return ids(ask(graph, sources -> sources.words(query, NOW, 10)));
    }

    /** Commits without this process's listeners; the revision is what the other member's guard would stamp. */
    private void elsewhere(String statement) {
        GraphDatabaseAPI database = (GraphDatabaseAPI) graph.database();
        GlobalTransactionEventListeners all =
                database.getDependencyResolver().resolveDependency(GlobalTransactionEventListeners.class);
        List<TransactionEventListener<?>> listeners =
                List.copyOf(all.getDatabaseTransactionEventListeners(database.databaseName()));
        assertTrue(listeners.size() >= 2);
        listeners.forEach(one -> all.unregisterTransactionEventListener(database.databaseName(), one));
        try {
            graph.run(statement, "rev", greatest() + AHEAD);
        } finally {
            listeners.forEach(one -> all.registerTransactionEventListener(database.databaseName(), one));
        }
    }

    private long greatest() {
        return graph.value("MATCH (n:_mem) WHERE n.rev > 0 RETURN max(n.rev)");
    }

    private long position() {
        try (Transaction tx = graph.database().beginTx()) {
            return Revisions.of(graph.database().databaseName()).position(tx).position();
        }
    }

    @Test
    void a_change_of_another_member_is_found() {
        elsewhere("MATCH (m:memory {workspace_id: $w}) SET m.content = 'tea', m.rev = $rev");
        assertEquals(List.of(), found("cake"));
        assertEquals(List.of("a"), found("tea"));
        memory(graph, "b", "tea too", 0.5f, 1);
        assertEquals(List.of("a", "b"), found("tea"));
    }

    @Test
    void it_is_found_after_a_write_of_this_one() {
        elsewhere("MATCH (m:memory {workspace_id: $w}) SET m.content = 'tea', m.rev = $rev");
        memory(graph, "b", "cake", 0.5f, 1);
        assertEquals(List.of("b"), found("cake"));
        assertEquals(List.of("a"), found("tea"));
    }

    @Test
    void later_revisions_are_greater() {
        elsewhere("MATCH (m:memory {workspace_id: $w}) SET m.content = 'tea', m.rev = $rev");
        long theirs = greatest();
        assertEquals(theirs, position(), "the change feed serves it");
        memory(graph, "b", "cake", 0.5f, 1);
        long ours = graph.value("MATCH (m:memory {workspace_id: $w, id: 'b'}) RETURN m.rev");
        assertTrue(ours > theirs);
    }

    @Test
    void they_are_greater_where_the_first_write_changes_or_deletes_what_the_other_wrote_last() {
        List<String> writes = List.of("SET m.content = 'cake'", "SET m.rev = 1, m.content = 'cake'", "DETACH DELETE m");
        for (int i = 0; i < writes.size(); i++) {
            String found = "MATCH (m:memory {workspace_id: $w, id: 'last " + i + "'}) ";
            memory(graph, "last " + i, "tea", 0.5f, 1);
            elsewhere(found + "SET m.content = 'milk', m.rev = $rev");
            long theirs = greatest();
            graph.run(found + writes.get(i));
            assertTrue(greatest() > theirs, writes.get(i));
        }
    }

    @Test
    void a_transaction_that_has_deleted_the_last_can_ask_for_the_position() {
        elsewhere("MATCH (m:memory {workspace_id: $w}) SET m.content = 'tea', m.rev = $rev");
        try (Transaction tx = graph.database().beginTx()) {
            tx.execute("MATCH (m:memory {workspace_id: $w}) DETACH DELETE m", Map.of("w", graph.workspaceId()))
                    .close();
            assertTrue(
                    Revisions.of(graph.database().databaseName()).position(tx).position() > 0);
        }
    }

    @Test
    void commits_of_neo4j_itself_leave_the_cache_alone() {
        Object before = snapshot();
        graph.run("CREATE (:LabelThatIsNew {property_that_is_new: 1})");
        assertEquals(List.of("a"), found("cake"));
        assertSame(before, snapshot());
    }

    private Object snapshot() {
        for (CommitListener listener : IndexCache.LISTENERS) {
            String node = graph.value("MATCH (w:workspace {id: $w}) RETURN elementId(w)");
            CachedWorkspace workspace = listener.workspace(graph.workspaceId(), node);
            if (workspace != null) {
                return workspace.snapshot("embedding").orElseThrow();
            }
        }
        throw new AssertionError("not cached");
    }
}
