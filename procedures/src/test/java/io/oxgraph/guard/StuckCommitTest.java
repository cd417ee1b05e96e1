package io.oxgraph.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.graph.Labels;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.event.TransactionData;
import org.neo4j.graphdb.event.TransactionEventListenerAdapter;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** A transaction that has drawn revisions holds the change feed back until it ends, in whatever way. */
@ExtendWith(Neo4jExtension.class)
class StuckCommitTest {
    private static final String WRITE = "CREATE (:_mem:x {id: $id, workspace_id: $w})";

    private TestGraph graph;
    private DatabaseManagementService management;
    private Behind behind;
    private long before;

    /** A listener called after the guard. */
    private static final class Behind extends TransactionEventListenerAdapter<Void> {
        private final CountDownLatch arrived = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private volatile boolean waits;
        private volatile RuntimeException refusal;

        @Override
        public Void beforeCommit(TransactionData data, Transaction tx, GraphDatabaseService database) throws Exception {
            if (waits) {
                waits = false;
                arrived.countDown();
                assertTrue(released.await(30, TimeUnit.SECONDS));
            }
            if (refusal != null) {
                throw refusal;
            }
            return null;
        }
    }

    @BeforeEach
    void listen(TestGraph given) {
        graph = given.another();
        management = ((GraphDatabaseAPI) graph.database())
                .getDependencyResolver()
                .resolveDependency(DatabaseManagementService.class);
        behind = new Behind();
        management.registerTransactionEventListener(graph.database().databaseName(), behind);
        before = position();
    }

    @AfterEach
    void leave() {
        behind.released.countDown();
        management.unregisterTransactionEventListener(graph.database().databaseName(), behind);
    }

    private long position() {
        return graph.<Long>value("CALL oxgraph.changes_position() YIELD position");
    }

    private long inFlight() {
        return graph.<Long>value("CALL oxgraph.changes_position() YIELD in_flight");
    }

    private List<Object> ids() {
        return graph.run("CALL oxgraph.changes($since, 10) YIELD id", "since", before).stream()
                .map(row -> row.get("id"))
                .toList();
    }

    @Test
    void what_is_being_committed_holds_back_what_comes_later() throws InterruptedException {
        behind.waits = true;
        CompletableFuture<?> first = CompletableFuture.runAsync(() -> graph.run(WRITE, "id", "first"));
        assertTrue(behind.arrived.await(30, TimeUnit.SECONDS));
        graph.run(WRITE, "id", "second");
        assertEquals(List.of(), ids());
        assertEquals(1, inFlight());
        behind.released.countDown();
        first.join();
        assertEquals(List.of("first", "second"), ids());
        assertEquals(0, inFlight());
    }

    @Test
    void a_transaction_refused_by_another_listener_is_no_longer_in_flight() {
        behind.refusal = new IllegalStateException("no");
        assertThrows(RuntimeException.class, () -> graph.run(WRITE, "id", "never"));
        behind.refusal = null;
        assertEquals(0, inFlight());
        graph.run(WRITE, "id", "after");
        assertEquals(List.of("after"), ids());
    }

    @Test
    void a_terminated_transaction_is_no_longer_in_flight() throws InterruptedException {
        behind.waits = true;
        Transaction tx = graph.database().beginTx();
        tx.execute("CREATE (:_mem:x {id: 'never', workspace_id: $w})", Map.of("w", graph.workspaceId()))
                .close();
        CompletableFuture<?> ended = CompletableFuture.runAsync(tx::commit);
        assertTrue(behind.arrived.await(30, TimeUnit.SECONDS));
        tx.terminate();
        behind.released.countDown();
        ended.handle((done, error) -> null).join();
        tx.close();
        assertEquals(0, inFlight());
        assertTrue(position() >= before);
    }

    @Test
    void the_guard_starts_above_what_the_graph_holds_though_the_clock_went_back() {
        graph.run(WRITE, "id", "late");
        long greatest = graph.<Long>value("MATCH (n:x {workspace_id: $w}) RETURN n.rev");
        Revisions restarted = new Revisions(new RevisionClock(() -> 1));
        try (Transaction tx = graph.database().beginTx()) {
            assertTrue(restarted.position(tx).position() >= greatest);
            assertTrue(restarted.draw(tx, Map::of, 1).first() > greatest);
        }
    }

    @Test
    void a_number_that_somebody_wrote_by_hand_is_none_of_ours() {
        Revisions restarted = new Revisions(new RevisionClock(() -> 1));
        try (Transaction tx = graph.database().beginTx()) {
            Node node = tx.createNode(Labels.MEM);
            node.setProperty("rev", Long.MAX_VALUE);
            assertTrue(restarted.draw(tx, () -> Map.of(node, 0L), 1).first() < Long.MAX_VALUE / 2);
        }
    }
}
