package io.oxgraph.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.error.ErrorCode;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Neighbours and walks, also on nodes with very many relationships. */
@ExtendWith(Neo4jExtension.class)
class GraphWalkTest {
    private static final String WALK = "CALL oxgraph.walk($w, 'a', $types, $direction, $depth, $limit, $memory) "
            + "YIELD depth, node, truncated WHERE node IS NOT NULL RETURN node.id + depth AS found, truncated";
    private static final String NEIGHBOURS = "CALL oxgraph.neighbours($w, 'a', $kinds, $after, $limit) "
            + "YIELD group, place, node RETURN group, place, node.id AS id";

    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph fresh) {
        graph = fresh;
        graph.run("UNWIND ['a', 'b', 'c'] AS id CREATE (:_mem:entity {id: id, workspace_id: $w, name: id})");
        graph.run(
                "MATCH (a:entity {workspace_id: $w, id: 'a'}), (b:entity {workspace_id: $w, id: 'b'}), "
                        + "(c:entity {workspace_id: $w, id: 'c'}) CREATE (a)-[:KNOWS]->(b)-[:KNOWS]->(c)-[:OWES]->(a), (a)-[:KNOWS]->(a)");
        graph.run("MATCH (b:entity {workspace_id: $w, id: 'b'}) CREATE (b)<-[:`_mem:subject`]-"
                + "(:_mem:memory {id: 'm', workspace_id: $w, status: 'active'}), (b)<-[:`_mem:subject`]-"
                + "(:_mem:memory {id: 'old', workspace_id: $w, status: 'superseded'})");
    }

    private List<Object> walked(String direction, long depth, long limit, boolean memory, String... types) {
        return graph
                .run(
                        WALK,
                        "types",
                        List.of(types),
                        "direction",
                        direction,
                        "depth",
                        depth,
                        "limit",
                        limit,
                        "memory",
                        memory)
                .stream()
                .map(row -> row.get("found"))
                .toList();
    }

    private List<Map<String, Object>> neighbours(Map<String, Object> after, long limit, String... kinds) {
        return graph.run(NEIGHBOURS, "kinds", List.of(kinds), "after", after, "limit", limit);
    }

    @Test
    void levels_come_one_after_the_other() {
        assertEquals(List.of("a0", "b1"), walked("out", 1, 10, false));
        assertEquals(List.of("a0", "b1", "c2"), walked("out", 4, 10, false));
        assertEquals(List.of("a0", "c1"), walked("in", 1, 10, false));
        assertEquals(List.of("a0", "c1"), walked("both", 4, 10, false, "OWES"));
        assertEquals(
                List.of("a0", "b1", "c2", "m2"),
                walked("out", 2, 10, true).stream().sorted().toList());
    }

    @Test
    void skipped_retrievers_are_in_the_notes() {
        List<Map<String, Object>> rows =
                graph.run(WALK, "types", List.of(), "direction", "out", "depth", 4L, "limit", 2L, "memory", false);
        assertEquals(2, rows.size());
        assertTrue(rows.stream().allMatch(row -> Boolean.TRUE.equals(row.get("truncated"))));
    }

    @Test
    void another_workspaces_nodes_are_not_there() {
        assertEquals(
                List.of(),
                graph.another()
                        .run(WALK, "types", List.of(), "direction", "out", "depth", 4L, "limit", 9L, "memory", true));
        assertEquals(List.of(), graph.another().run(NEIGHBOURS, "kinds", List.of(), "after", Map.of(), "limit", 9L));
    }

    @Test
    void a_direction_is_one_of_three() {
        graph.refused(
                ErrorCode.INVALID_INPUT,
                WALK,
                "types",
                List.of(),
                "direction",
                "up",
                "depth",
                1L,
                "limit",
                1L,
                "memory",
                false);
    }

    @Test
    void groups_take_turns_and_go_on_where_they_stood() {
        graph.run("MATCH (a:entity {workspace_id: $w, id: 'a'}) UNWIND range(1, 300) AS i "
                + "CREATE (:_mem:action {id: 'x' + i, workspace_id: $w})-[:`_mem:references`]->(a)");
        List<Map<String, Object>> first = neighbours(Map.of(), 4);
        assertEquals(
                List.of("*<", "*>", "_mem:references<"),
                first.stream().map(row -> row.get("group")).distinct().sorted().toList());
        Object last = neighbours(Map.of(), 300, "action").getLast().get("place");
        assertEquals(300, neighbours(Map.of(), 1_000, "action").size());
        assertEquals(
                0, neighbours(Map.of("_mem:references<", last), 1_000, "action").size());
    }

    @Test
    void one_that_leads_to_itself_is_listed_once() {
        assertEquals(
                1,
                neighbours(Map.of(), 100).stream()
                        .filter(row -> "a".equals(row.get("id")))
                        .count());
    }

    @Test
    void tokens_slots_and_what_is_deleted_are_not_listed() {
        graph.run("MATCH (a:entity {workspace_id: $w, id: 'a'}) UNWIND ['token', 'slot', 'lock', 'transition'] AS kind "
                + "CALL (a, kind) { WITH a, kind CREATE (n:_mem {id: kind, workspace_id: $w}) SET n:$(kind) "
                + "CREATE (n)-[:`_mem:references`]->(a) }");
        graph.run("MATCH (b:entity {workspace_id: $w, id: 'b'}) SET b.deleted_at = $now");
        assertEquals(
                List.of("a", "c"),
                neighbours(Map.of(), 100).stream()
                        .map(row -> row.get("id"))
                        .sorted()
                        .toList());
    }
}
