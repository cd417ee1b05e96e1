package io.oxgraph.entity;

import static io.oxgraph.error.ErrorCode.INVALID_INPUT;
import static io.oxgraph.error.ErrorCode.NOT_FOUND;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Neo4jExtension.class)
class EntityMergeTest {
    private static final String MERGE = "CALL oxgraph.merge_entities($w, $keep, $absorb, $now)";
    private static final String SPLIT = "CALL oxgraph.split_entity($w, $id, $now)";

    /** All edges between nodes of ours, and the ids that stand on them: what must be as before. */
    private static final String PICTURE =
            """
            MATCH (a:_mem {workspace_id: $w})-[r]->(b:_mem)
            WHERE NOT a:transition
            RETURN labels(a)[1] + ' ' + coalesce(a.text, a.content, a.name, a.id) + ' ' + type(r) + ' ' + b.id + ' '
              + coalesce(a.subject_id, '') + ' ' + coalesce(a.object_id, '') + ' ' + coalesce(a.entity_id, '') + ' '
              + toString(coalesce(a.canonical, '')) + ' ' + coalesce(r.key, '') + ' ' + coalesce(a.status, '') AS line
            ORDER BY line""";

    private TestGraph graph;
    private String volkswagen;
    private String vw;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
        volkswagen = resolve("Volkswagen");
        vw = resolve("VW");
        remember("VW builds cars", "VW", "builds", "cars");
        remember("Ada works at VW", "Ada", "works_at", "VW");
        graph.run(
                """
                MATCH (a:entity {workspace_id: $w, id: $a}) MATCH (b:entity {workspace_id: $w, id: $b})
                CREATE (p:_mem:pattern {id: randomUUID(), workspace_id: $w, name: 'both'})
                CREATE (q:_mem:pattern {id: randomUUID(), workspace_id: $w, name: 'one'})
                CREATE (:_mem:action {id: randomUUID(), workspace_id: $w, name: 'act'})-[:`_mem:references`]->(b)
                CREATE (p)-[:`_mem:references` {key: p.id + a.id}]->(a), (p)-[:`_mem:references` {key: p.id + b.id}]->(b)
                CREATE (q)-[:`_mem:references` {key: q.id + b.id}]->(b)""",
                "a",
                volkswagen,
                "b",
                vw);
    }

    @Test
    void everything_of_the_absorbed_belongs_to_the_kept() {
        Map<String, Object> row = merge(volkswagen, vw);
        assertEquals(
                List.of("merged", volkswagen, vw, 1L, 2L, 2L),
                List.of(
                        row.get("outcome"),
                        row.get("entity_id"),
                        row.get("absorbed_id"),
                        row.get("aliases"),
                        row.get("memories"),
                        row.get("references")));
        assertEquals(volkswagen, resolve("vw"));
        assertEquals(
                List.of(vw),
                graph.value(
                        "MATCH (e:entity {workspace_id: $w}) WHERE e.merged_into = $a AND "
                                + "e.deleted_at IS NOT NULL RETURN collect(e.id)",
                        "a",
                        volkswagen));
        assertEquals(0L, incoming(vw));
        assertEquals(
                2L,
                graph.<Long>value(
                        "MATCH (m:memory {workspace_id: $w}) WHERE $a IN [m.subject_id, m.object_id] RETURN count(m)",
                        "a",
                        volkswagen));
        assertEquals(
                2L,
                graph.<Long>value(
                        "MATCH (t:transition {workspace_id: $w, rule: 'merged_entity'}) WHERE t.subject_id IN [$a, $b]"
                                + " RETURN count(t)",
                        "a",
                        volkswagen,
                        "b",
                        vw));
    }

    @Test
    void a_split_restores_what_was_there_and_leaves_what_came_since() {
        List<Map<String, Object>> before = graph.run(PICTURE);
        merge(volkswagen, vw);
        remember("VW is based in Wolfsburg", "vw", "has_museum_in", "Wolfsburg");
        assertEquals("split", split(vw).get("outcome"));
        assertEquals(
                volkswagen,
                graph.value("MATCH (m:memory {workspace_id: $w, predicate: 'has_museum_in'}) RETURN m.subject_id"));
        graph.run(
                "MATCH (m {workspace_id: $w}) WHERE m.predicate = 'has_museum_in' OR m.name = 'Wolfsburg' OR m.text = "
                        + "'Wolfsburg' DETACH DELETE m");
        assertEquals(before, graph.run(PICTURE));
        assertEquals(vw, resolve("VW"));
        graph.refused(NOT_FOUND, SPLIT, "id", vw);
    }

    @Test
    void merges_of_merged_ones_come_apart_in_any_order() {
        String third = resolve("Volkswagen Group");
        List<Map<String, Object>> before = graph.run(PICTURE);
        for (List<String> order : List.of(List.of(vw, volkswagen), List.of(volkswagen, vw))) {
            merge(volkswagen, vw);
            merge(third, volkswagen);
            assertEquals(third, resolve("VW"));
            assertEquals(third, resolve("Volkswagen"));
            order.forEach(this::split);
            assertEquals(before, graph.run(PICTURE));
        }
    }

    @Test
    void a_merge_is_made_once() {
        merge(volkswagen, vw);
        assertEquals("unchanged", merge(volkswagen, vw).get("outcome"));
        graph.refused(INVALID_INPUT, MERGE, "keep", volkswagen, "absorb", volkswagen);
        graph.refused(INVALID_INPUT, MERGE, "keep", vw, "absorb", volkswagen);
        graph.refused(NOT_FOUND, MERGE, "keep", "nobody", "absorb", vw);
    }

    @Test
    void targets_of_actions_are_found_by_the_absorbed_ones_id() {
        merge(volkswagen, vw);
        graph.run(
                """
                CALL oxgraph.capture($w, {session_id: 's', action_type: 'read', target_node_ids: [$b],
                  outcome: 'success'}, $now)""",
                "b",
                vw);
        assertEquals(
                1L,
                graph.<Long>value(
                        "MATCH (:action {workspace_id: $w, session_id: 's'})-[:`_mem:references`]->(e {id: $a})"
                                + " RETURN count(e)",
                        "a",
                        volkswagen));
    }

    @Test
    void what_now_speaks_of_one_subject_is_settled() {
        remember("Volkswagen is led by Diess", "Volkswagen", "reports_to", "Diess", "2020-01-01");
        remember("VW is led by Blume", "VW", "reports_to", "Blume", "2022-09-01");
        merge(volkswagen, vw);
        assertEquals(
                List.of("active", "superseded"),
                graph.value("MATCH (m:memory {workspace_id: $w, predicate: 'reports_to'}) WITH m ORDER BY m.status "
                        + "RETURN collect(m.status)"));
    }

    @Test
    void a_node_of_the_users_own_stays() {
        graph.run(
                "MATCH (e:entity {workspace_id: $w, id: $b}) SET e:Company, e.adopted_properties = ['id'] REMOVE e.owned",
                "b",
                vw);
        merge(volkswagen, vw);
        split(vw);
        assertEquals(
                1L,
                graph.<Long>value("MATCH (c:Company {workspace_id: $w}) WHERE c.deleted_at IS NULL RETURN count(c)"));
    }

    private Map<String, Object> merge(String keep, String absorb) {
        return graph.run(MERGE, "keep", keep, "absorb", absorb).getFirst();
    }

    private Map<String, Object> split(String id) {
        return graph.run(SPLIT, "id", id).getFirst();
    }

    private long incoming(String id) {
        return graph.<Long>value("MATCH (e:entity {workspace_id: $w, id: $id}) RETURN COUNT { (e)<--() }", "id", id);
    }

    private String resolve(String name) {
        return graph.value(
                "CALL oxgraph.resolve($w, [{name: $name}], true, $now) YIELD entity_id RETURN entity_id", "name", name);
    }

    private void remember(String content, String subject, String predicate, String object) {
        remember(content, subject, predicate, object, "2019-01-01");
    }

    private void remember(String content, String subject, String predicate, String object, String since) {
        graph.run(
                """
                CALL oxgraph.remember($w, [{type: 'fact', content: $content, subject: $subject,
                  predicate: $predicate, object: $object, valid_from: datetime($since)}], $now)
                YIELD outcome RETURN outcome""",
                "content",
                content,
                "subject",
                subject,
                "predicate",
                predicate,
                "object",
                object,
                "since",
                since);
    }
}
