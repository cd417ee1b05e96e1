package io.oxgraph.guard;

import static io.oxgraph.error.ErrorCode.GUARD_APPEND_ONLY;
import static io.oxgraph.error.ErrorCode.GUARD_CROSS_WORKSPACE;
import static io.oxgraph.error.ErrorCode.GUARD_MISSING_SCOPE;
import static io.oxgraph.error.ErrorCode.GUARD_SCOPE_CHANGED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(Neo4jExtension.class)
class GuardTest {
    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE (:_mem:fact {id: 'a'})",
                "CREATE (:_mem:fact {workspace_id: $w})",
                "CREATE (:_mem:fact {id: 1, workspace_id: $w})",
                "CREATE (:_mem:fact {id: '', workspace_id: $w})",
                "CREATE (n:Person) SET n:_mem",
                "UNWIND [1, 2] AS i CREATE (n:_mem:fact {id: randomUUID()}) SET n.workspace_id = {`1`: $w}[toString(i)]"
            })
    void a_memory_node_has_id_and_workspace(String statement) {
        graph.refused(GUARD_MISSING_SCOPE, statement);
        assertEquals(0L, graph.<Long>value("MATCH (n:fact {workspace_id: $w}) RETURN count(n)"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET n.id = 'other'",
                "SET n.workspace_id = 'other'",
                "REMOVE n.id",
                "REMOVE n.workspace_id",
                "SET n = {}",
                "SET n.id = 5",
                "REMOVE n:_mem SET n.workspace_id = 'other' SET n:_mem"
            })
    void id_and_workspace_never_change(String change) {
        graph.run("CREATE (:_mem:fact {id: 'a', workspace_id: $w})");
        graph.refused(GUARD_SCOPE_CHANGED, "MATCH (n:fact {workspace_id: $w}) " + change);
    }

    @Test
    void the_same_value_again_is_no_change() {
        graph.run("CREATE (:_mem:fact {id: 'a', workspace_id: $w})");
        graph.run("MATCH (n:fact {workspace_id: $w}) SET n.id = 'a', n.text = 'x'");
        graph.run("MATCH (n:fact {workspace_id: $w}) DELETE n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE (n)-[:x]->(:_mem:fact {id: 'b', workspace_id: 'other'})",
                "CREATE (n)<-[:x]-(:_mem:fact {id: 'b', workspace_id: 'other'})",
                "CREATE (n)-[:x]->(:Person {workspace_id: 'other'})"
            })
    void no_relationship_leaves_the_workspace(String change) {
        graph.run("CREATE (:_mem:fact {id: 'a', workspace_id: $w})");
        graph.refused(GUARD_CROSS_WORKSPACE, "MATCH (n:fact {workspace_id: $w}) " + change);
    }

    @Test
    void domain_nodes_without_a_workspace_and_those_outside_memory_are_free() {
        graph.run("CREATE (:_mem:fact {id: 'a', workspace_id: $w})-[:x]->(:Person)");
        graph.run("CREATE (:Person {workspace_id: 'a'})-[:x]->(:Person {workspace_id: 'b'})");
    }

    @Test
    void a_domain_node_joins_memory_and_leaves_it() {
        graph.run("CREATE (:Person {id: 7, mark: $w})");
        graph.run("MATCH (n:Person {mark: $w}) SET n:_mem:entity, n.id = 'p', n.workspace_id = $w");
        graph.run("MATCH (n:Person {mark: $w}) REMOVE n:_mem:entity, n.workspace_id SET n.id = 8");
    }

    @Test
    void a_stand_in_joins_a_domain_node_that_has_a_workspace_id_of_its_users_own() {
        graph.run("CREATE (:_mem:entity {id: 'a', workspace_id: $w, mark: $w})"
                + "-[:`_mem:stands_for`]->(:Person {mark: $w, workspace_id: 'theirs'})");
        graph.run("MATCH (n:Person {mark: $w}) SET n.workspace_id = 'theirs too'");
        graph.refused(GUARD_CROSS_WORKSPACE, "MATCH (n:Person {mark: $w}) SET n:_mem:entity, n.id = 'b'");
    }

    @Test
    void a_domain_node_does_not_join_another_workspace_than_its_neighbours() {
        graph.run("CREATE (:_mem:fact {id: 'a', workspace_id: $w})-[:x]->(:Person {mark: $w})");
        String adopt = "MATCH (n:Person {mark: $w}) SET n:_mem, n.id = 'p', n.workspace_id = ";
        graph.refused(GUARD_CROSS_WORKSPACE, adopt + "'other'");
        graph.refused(GUARD_CROSS_WORKSPACE, "MATCH (n:Person {mark: $w}) SET n.workspace_id = 'other'");
        graph.run(adopt + "$w");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET n.rule = 'other'",
                "REMOVE n.rule",
                "SET n:extra",
                "REMOVE n:transition",
                "REMOVE n:_mem",
                "REMOVE n:transition:_mem",
                "SET n:entity",
                "DELETE n",
                "DETACH DELETE n"
            })
    void transitions_stay_as_they_are(String change) {
        graph.run("CREATE (:_mem:transition {id: 't', workspace_id: $w, rule: 'r'})");
        graph.refused(GUARD_APPEND_ONLY, "MATCH (n:transition {workspace_id: $w}) " + change);
        assertEquals("r", graph.value("MATCH (n:_mem:transition {workspace_id: $w}) RETURN n.rule"));
    }

    @Test
    void transitions_may_be_joined() {
        graph.run("CREATE (:_mem:transition {id: 't', workspace_id: $w})");
        graph.run("MATCH (n:transition {workspace_id: $w}) CREATE (n)-[:x]->(:_mem:fact {id: 'f', workspace_id: $w})");
    }

    @Test
    void every_change_of_a_memory_node_is_stamped() {
        graph.run("CREATE (:_mem:fact {id: 'a', workspace_id: $w, rev: 1})");
        long created = rev();
        assertTrue(created > 1L << 40);
        graph.run("MATCH (n:fact {workspace_id: $w}) SET n.text = 'x'");
        long edited = rev();
        assertTrue(edited > created);
        graph.run("MATCH (n:fact {workspace_id: $w}) SET n:extra");
        long labelled = rev();
        assertTrue(labelled > edited);
        graph.run("MATCH (n:fact {workspace_id: $w}) CREATE (n)-[:x]->(:Person)");
        assertEquals(labelled, rev());
        graph.run("MATCH (n:fact {workspace_id: $w}) SET n.text = 'x'");
        assertEquals(labelled, rev());
    }

    @Test
    void other_nodes_are_not_stamped() {
        graph.run("CREATE (:Person {mark: $w})");
        assertNull(graph.value("MATCH (n:Person {mark: $w}) RETURN n.rev"));
    }

    /** Neo4j gives ascending ids, except that it may use the ids of deleted nodes again, in any order. */
    @Test
    void what_one_transaction_makes_is_numbered_in_the_order_of_its_ids() {
        graph.run("UNWIND range(1, 1000) AS i CREATE (:_mem:fact {id: toString(i), workspace_id: $w})");
        assertTrue(
                graph.<Boolean>value(
                        """
                MATCH (n:fact {workspace_id: $w})
                WITH n, toInteger(split(elementId(n), ':')[2]) AS number
                WITH n, number ORDER BY n.rev
                WITH collect(number) AS numbers
                RETURN numbers = COLLECT {UNWIND numbers AS number RETURN number ORDER BY number}"""));
    }

    private long rev() {
        return graph.<Long>value("MATCH (n:fact {workspace_id: $w}) RETURN n.rev");
    }
}
