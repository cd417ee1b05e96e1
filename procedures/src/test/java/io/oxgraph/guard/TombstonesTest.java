package io.oxgraph.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each deletion of a memory node leaves a tombstone, by whatever statement. */
@ExtendWith(Neo4jExtension.class)
class TombstonesTest {
    private static final String TOMBSTONES = "MATCH (t:_mem:tombstone {workspace_id: $w}) "
            + "RETURN t.node_id AS node_id, t.kind AS kind, t.reason AS reason, "
            + "t.id = oxgraph.stable_id($w, 'tombstone', [t.node_id]) AS derived, "
            + "t.rev IS NOT NULL AND t.created_at IS NOT NULL AND t.deleted_at IS NOT NULL AS whole";

    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given.another();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DETACH DELETE n", "REMOVE n:_mem, n.id, n.workspace_id DETACH DELETE n"})
    void whatever_goes_leaves_one(String removal) {
        graph.run("CREATE (:_mem:memory:fact {id: 'a', workspace_id: $w})-[:x]->(:Person)");
        graph.run("MATCH (n:memory {workspace_id: $w}) " + removal);
        assertEquals(
                List.of(Map.of("node_id", "a", "kind", "memory", "reason", "removed", "derived", true, "whole", true)),
                graph.run(TOMBSTONES));
    }

    @Test
    void an_adopted_node_was_an_entity_whatever_its_users_call_it() {
        graph.run("CREATE (:_mem:entity:action {id: 'a', workspace_id: $w})");
        graph.run("MATCH (n:entity {workspace_id: $w}) REMOVE n:_mem:entity");
        assertEquals("entity", graph.value("MATCH (t:tombstone {workspace_id: $w}) RETURN t.kind"));
    }

    @Test
    void one_that_the_transaction_left_itself_stays_as_it_is() {
        graph.run("CREATE (:_mem:memory {id: 'a', workspace_id: $w})");
        String bury = "MERGE (t:_mem:tombstone {workspace_id: $w, id: oxgraph.stable_id($w, 'tombstone', ['a'])}) "
                + "SET t.node_id = 'a', t.kind = 'memory', t.reason = 'garbage', t.deleted_at = $now, "
                + "t.created_at = $now WITH t MATCH (n:memory {id: 'a', workspace_id: $w}) DELETE n";
        graph.run(bury);
        long first = rev();
        assertEquals("garbage", reason());
        graph.run("CREATE (:_mem:memory {id: 'a', workspace_id: $w})");
        graph.run(bury);
        assertEquals("garbage", reason());
        assertTrue(rev() > first);
        graph.run("CREATE (:_mem:memory {id: 'a', workspace_id: $w})");
        graph.run("MATCH (n:memory {id: 'a', workspace_id: $w}) DELETE n");
        assertEquals("removed", reason());
    }

    @Test
    void what_is_deleted_and_written_anew_comes_back_after_it_was_gone() {
        graph.run("CREATE (:_mem:memory {id: 'a', workspace_id: $w})");
        graph.run("MATCH (n:memory {workspace_id: $w}) DELETE n CREATE (:_mem:memory {id: 'a', workspace_id: $w})");
        assertTrue(graph.<Boolean>value(
                "MATCH (n:memory {workspace_id: $w}) MATCH (t:tombstone {workspace_id: $w}) RETURN t.rev < n.rev"));
    }

    @Test
    void what_comes_and_goes_in_one_transaction_was_never_there() {
        graph.run("CREATE (n:_mem:memory {id: 'a', workspace_id: $w}) WITH n DELETE n");
        assertEquals(List.of(), graph.run(TOMBSTONES));
    }

    @Test
    void slots_locks_and_tombstones_leave_none() {
        graph.run("UNWIND ['slot', 'lock', 'tombstone'] AS kind "
                + "CREATE (n:_mem {id: kind, workspace_id: $w}) SET n:$(kind)");
        graph.run("MATCH (n:_mem {workspace_id: $w}) WHERE NOT n:workspace DELETE n");
        assertEquals(List.of(), graph.run(TOMBSTONES));
    }

    @Test
    void of_a_workspace_that_is_purged_it_is_the_workspaces_own() {
        graph.run("CREATE (:_mem:memory {id: 'a', workspace_id: $w}), (:_mem:memory {id: 'b', workspace_id: $w})");
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.purging = true");
        graph.run("MATCH (n:memory {id: 'a', workspace_id: $w}) DELETE n");
        graph.run("CALL oxgraph.purge_memory($w, '', 10)");
        graph.run("CALL oxgraph.purge_end($w)");
        assertEquals(List.of(), graph.run(TOMBSTONES));
        assertEquals(
                "workspace",
                graph.value("MATCH (t:_mem:tombstone {workspace_id: 'system', node_id: $w}) RETURN t.kind"));
    }

    @Test
    void a_workspace_without_a_node_of_its_own_keeps_its_tombstones() {
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.purging = true");
        graph.run("CALL oxgraph.purge_end($w)");
        graph.run("CREATE (:_mem:memory {id: 'a', workspace_id: $w})");
        graph.run("MATCH (n:memory {id: 'a', workspace_id: $w}) DELETE n");
        assertEquals(1, graph.run(TOMBSTONES).size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"contains", "superseded_by", "injected"})
    void the_owner_of_a_relationship_is_stamped_when_it_is_created_or_deleted(String type) {
        graph.run("CREATE (:_mem:x {id: 'a', workspace_id: $w}), (:_mem:x {id: 'b', workspace_id: $w})");
        String owner = "injected".equals(type) ? "b" : "a";
        String other = "injected".equals(type) ? "a" : "b";
        long before = rev(owner);
        long beside = rev(other);
        graph.run("MATCH (a:x {id: 'a', workspace_id: $w}) MATCH (b:x {id: 'b', workspace_id: $w}) "
                + "CREATE (a)-[:`_mem:" + type + "`]->(b)");
        long joined = rev(owner);
        assertTrue(joined > before);
        graph.run("MATCH (:x {id: 'a', workspace_id: $w})-[r]->() DELETE r");
        long parted = rev(owner);
        assertTrue(parted > joined);
        assertEquals(beside, rev(other));
        graph.run("MATCH (a:x {id: 'a', workspace_id: $w}) MATCH (b:x {id: 'b', workspace_id: $w}) "
                + "CREATE (a)-[:`_mem:" + type + "`]->(b)");
        graph.run("MATCH (n:x {id: $other, workspace_id: $w}) DETACH DELETE n", "other", other);
        assertTrue(rev(owner) > parted);
    }

    private long rev(String id) {
        return graph.<Long>value("MATCH (n:x {id: $id, workspace_id: $w}) RETURN n.rev", "id", id);
    }

    private long rev() {
        return graph.<Long>value("MATCH (n:tombstone {workspace_id: $w}) RETURN n.rev");
    }

    private String reason() {
        return graph.value("MATCH (n:tombstone {workspace_id: $w}) RETURN n.reason");
    }
}
