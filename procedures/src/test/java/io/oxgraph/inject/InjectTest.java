package io.oxgraph.inject;

import static io.oxgraph.error.ErrorCode.INVALID_INPUT;
import static io.oxgraph.error.ErrorCode.WORKSPACE_NOT_FOUND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Neo4jExtension.class)
class InjectTest {
    private static final String INJECT = "CALL oxgraph.inject($w, $request, $now)";
    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
        entity("ada", "person");
    }

    @Test
    void the_block_letter_for_letter() throws IOException {
        entity("mail", "email");
        pattern("ontology_mutation", "person", "NodeNotFoundError", 0.83, Map.of());
        pattern("graph_query", "email", "None", 0.71, Map.of());
        String block =
                (String) inject(Map.of("targets", List.of("mail", "ada"))).get("block");
        assertEquals(Files.readString(Path.of("src/test/resources/golden/injection_block.txt")), block + "\n");
    }

    @Test
    void only_live_certain_unsuppressed_patterns_are_shown() {
        pattern("shown", "person", "E", 0.6, Map.of());
        pattern("unsure", "person", "E", 0.59, Map.of());
        pattern("noted", "person", "E", 0.1, Map.of("annotation", "mind this"));
        pattern("suppressed", "person", "E", 0.9, Map.of("suppressed", true, "annotation", "wrong"));
        pattern("old", "person", "E", 0.9, Map.of("status", "superseded"));
        pattern("elsewhere", "email", "E", 0.9, Map.of());
        assertEquals(List.of("noted", "shown"), names(Map.of("targets", List.of("ada"))));
    }

    @Test
    void failures_then_direct_then_what_it_costs_to_ignore_them() {
        pattern("rare", "person", "E", 0.95, Map.of("sample_count", 6L));
        pattern("often", "person", "F", 0.7, Map.of("sample_count", 40L, "name", "often"));
        pattern("works", "person", "None", 1.0, Map.of("sample_count", 900L, "name", "works"));
        pattern("noted", "person", "None", 0.3, Map.of("annotation", "x", "name", "noted"));
        pattern("near", "person", "E", 0.61, Map.of("sample_count", 5L));
        graph.run(
                """
                MATCH (p:pattern {workspace_id: $w, action_type: 'near'})
                MATCH (e:entity {workspace_id: $w, node_id: 'ada'}) CREATE (p)-[:`_mem:references`]->(e)""");
        assertEquals(List.of("noted", "near", "often", "rare", "works"), names(Map.of("targets", List.of("ada"))));
        assertEquals(List.of("noted", "near"), names(Map.of("targets", List.of("ada"), "limit", 2L)));
    }

    @Test
    void what_references_a_target_is_shown_whatever_type_it_was_given() {
        Map<String, Object> untyped = new HashMap<>();
        untyped.put("name", "untyped");
        untyped.put("node_type", null);
        pattern("charge", "person", "E", 0.9, untyped);
        pattern("call", "Human", "E", 0.8, Map.of("name", "other type"));
        pattern("mail", "Human", "E", 0.8, Map.of("name", "of another node"));
        pattern("write", "Human", "E", 0.8, Map.of("name", "old", "status", "superseded"));
        graph.run(
                """
                MATCH (p:pattern {workspace_id: $w}) WHERE p.name <> 'of another node'
                MATCH (e:entity {workspace_id: $w, node_id: 'ada'})
                CREATE (p)-[:`_mem:references` {key: p.id + e.id}]->(e)""");
        assertEquals(List.of("untyped", "other type"), names(Map.of("targets", List.of("ada"))));
        // Of a target with very many edges, those of its latest actions are sought.
        graph.run(
                """
                MATCH (e:entity {workspace_id: $w, node_id: 'ada'}) UNWIND range(1, 600) AS i
                CREATE (:_mem:action {id: randomUUID(), workspace_id: $w, action_type: 'charge'})
                    -[:`_mem:references`]->(e)""");
        assertEquals(List.of("untyped"), names(Map.of("targets", List.of("ada"))));
    }

    @Test
    void a_success_is_shown_only_where_it_helps_to_choose() {
        pattern("read", "person", "None", 0.7, Map.of("name", "read works"));
        pattern("write", "person", "E", 0.8, Map.of());
        pattern("write", "person", "None", 0.6, Map.of("name", "write works"));
        assertEquals(List.of("write", "read works"), names(Map.of("targets", List.of("ada"))));
        assertEquals(List.of(), names(Map.of("targets", List.of("ada"), "action_type", "read")));
        pattern("read", "email", "E", 0.8, Map.of("name", "read mail"));
        assertEquals(List.of("read mail", "read works"), names(Map.of("targets", List.of(), "action_type", "read")));
    }

    @Test
    void a_pattern_whose_evidence_has_left_the_window_is_not_shown() {
        pattern("five", "person", "E", 0.9, Map.of("sample_count", 5L));
        pattern("four", "person", "E", 0.9, Map.of("sample_count", 4L));
        pattern("noted", "person", "E", 0.9, Map.of("sample_count", 1L, "annotation", "x"));
        assertEquals(List.of("noted", "five"), names(Map.of("targets", List.of("ada"))));
    }

    @Test
    void the_costliest_failures_of_a_workspace() {
        String costliest = "CALL oxgraph.costliest_failures($w, $request, $now)";
        pattern("rare", "person", "E", 0.95, Map.of("sample_count", 6L));
        pattern("think", "x", "None", 1.0, Map.of("sample_count", 900L));
        pattern("unsure", "person", "E", 0.5, Map.of("sample_count", 90L));
        pattern("few", "person", "E", 0.9, Map.of("sample_count", 4L));
        pattern("wrong", "person", "E", 0.9, Map.of("sample_count", 90L, "suppressed", true));
        Map<String, Object> counts = Map.of("total_count", 30L, "action_count", 12L, "sample_count", 9L);
        Map<String, Object> situation = new HashMap<>(counts);
        situation.putAll(Map.of("context", "run=1", "other_count", 50L, "other_failures", 5L));
        pattern("pay", "Order", "AnyError", 0.4, situation);
        situation.putAll(Map.of("context", "previous=pay:bad", "sample_count", 8L));
        pattern("pay", "Order", "AnyError", 0.4, situation);
        assertEquals(
                """
                [Oxagen memory — 2 relevant patterns]
                Pattern: rare (confidence 0.95)
                Recommendation: 95% of rare actions on person nodes fail with E. Check
                what the action needs before proceeding, or take another way.
                Pattern: pay:Order:AnyError, after one failed attempt (confidence 0.40)
                Recommendation: 40% of pay actions on Order nodes fail after one failed
                attempt (12 of 30; otherwise 5 of 50). Change something before the next
                attempt, or take another way.""",
                graph.run(costliest, "request", Map.of()).getFirst().get("block"));
        Map<String, Object> asked = Map.of("action_types", List.of("pay", "think"), "limit", 5L);
        assertTrue(((String) graph.run(costliest, "request", asked).getFirst().get("block"))
                .startsWith("[Oxagen memory — 1 relevant pattern]\nPattern: pay:Order:AnyError, after one"));
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.injection_enabled = false");
        assertEquals("", graph.run(costliest, "request", Map.of()).getFirst().get("block"));
        graph.refused(INVALID_INPUT, costliest, "request", Map.of("targets", List.of()));
    }

    @Test
    void annotated_then_direct_then_confidence() {
        pattern("sure", "person", "E", 0.95, Map.of());
        pattern("direct", "person", "E", 0.7, Map.of());
        pattern("noted", "person", "E", 0.65, Map.of("annotation", "x"));
        graph.run(
                """
                MATCH (p:pattern {workspace_id: $w, name: 'direct'}) MATCH (e:entity {workspace_id: $w, node_id: 'ada'})
                CREATE (p)-[:`_mem:references`]->(e)""");
        List<String> expected = List.of("noted", "direct", "sure");
        assertEquals(expected, names(Map.of("targets", List.of("ada"))));
        // Now the entity has more edges than the patterns have.
        graph.run(
                """
                MATCH (e:entity {workspace_id: $w, node_id: 'ada'}) UNWIND range(1, 30) AS i
                CREATE (:_mem:action {id: randomUUID(), workspace_id: $w})-[:`_mem:references`]->(e)""");
        assertEquals(expected, names(Map.of("targets", List.of("ada"))));
    }

    @Test
    void direct_is_found_by_the_keys_of_edges_where_both_sides_have_many() {
        pattern("sure", "person", "E", 0.95, Map.of());
        pattern("direct", "person", "E", 0.7, Map.of());
        graph.run(
                """
                MATCH (p:pattern {workspace_id: $w}) UNWIND range(1, 150) AS i
                CREATE (e:_mem:entity {id: randomUUID(), workspace_id: $w, node_id: p.name + i})
                CREATE (p)-[:`_mem:references` {key: p.id + e.id}]->(e)""");
        graph.run(
                """
                MATCH (e:entity {workspace_id: $w, node_id: 'ada'}) UNWIND range(1, 150) AS i
                CREATE (:_mem:action {id: randomUUID(), workspace_id: $w})-[:`_mem:references`]->(e)""");
        assertEquals(List.of("sure", "direct"), names(Map.of("targets", List.of("ada"))));
        graph.run(
                """
                MATCH (p:pattern {workspace_id: $w, name: 'direct'}) MATCH (e:entity {workspace_id: $w, node_id: 'ada'})
                CREATE (p)-[:`_mem:references` {key: p.id + e.id}]->(e)""");
        assertEquals(List.of("direct", "sure"), names(Map.of("targets", List.of("ada"))));
    }

    @Test
    void the_workspace_sets_threshold_and_number() {
        for (int i = 0; i < 8; i++) {
            pattern("p" + i, "person", "E", 0.5 + i / 100.0, Map.of());
        }
        assertEquals(List.of(), names(Map.of("targets", List.of("ada"))));
        graph.run("MATCH (n:workspace {workspace_id: $w}) SET n.inject_confidence = 0.5");
        assertEquals(List.of("p7", "p6", "p5", "p4", "p3"), names(Map.of("targets", List.of("ada"))));
        assertEquals(List.of("p7", "p6"), names(Map.of("targets", List.of("ada"), "limit", 2L)));
    }

    @Test
    void a_node_unknown_to_the_ontology_is_what_actions_took_it_for() {
        pattern("seen", "page", "E", 0.9, Map.of());
        assertEquals(List.of(), names(Map.of("targets", List.of("p9"))));
        graph.run(
                """
                CALL oxgraph.capture($w, {session_id: 's', action_type: 'read', target_node_type: 'page',
                  target_node_ids: ['p9'], outcome: 'success'}, $now)""");
        assertEquals(List.of("seen"), names(Map.of("targets", List.of("p9"))));
    }

    @Test
    void the_action_type_narrows_and_stands_in_when_no_type_is_known() {
        pattern("write", "person", "E", 0.9, Map.of());
        pattern("read", "person", "E", 0.9, Map.of());
        pattern("read", "email", "E", 0.8, Map.of("name", "read mail"));
        assertEquals(List.of("read"), names(Map.of("targets", List.of("ada"), "action_type", "read")));
        assertEquals(List.of("read", "read mail"), names(Map.of("targets", List.of("new"), "action_type", "read")));
        assertEquals(List.of("read mail"), names(Map.of("targets", List.of(), "target_node_type", "email")));
    }

    @Test
    void what_does_not_hold_for_the_agent_is_held_back() {
        pattern("one", "person", "E", 0.9, Map.of("holds_for", List.of("a", "c"), "fails_for", List.of("b")));
        pattern("two", "person", "E", 0.8, Map.of("holds_for", List.of("a"), "fails_for", List.of("b")));
        pattern(
                "old",
                "person",
                "E",
                0.7,
                Map.of("fails_for_models", List.of("m-2"), "holds_for_models", List.of("m-1")));
        pattern("noted", "person", "E", 0.7, Map.of("fails_for", List.of("b"), "annotation", "mind this"));
        for (List<String> one :
                List.of(List.of("sa", "a", "m-1"), List.of("sb", "b", "m-2"), List.of("sn", "new", ""))) {
            graph.run(
                    "CALL oxgraph.session($w, {session_id: $s, agent_id: $a, model: CASE $m WHEN '' THEN null ELSE $m END}, $now)",
                    "s",
                    one.get(0),
                    "a",
                    one.get(1),
                    "m",
                    one.get(2));
        }
        Map<String, Object> anyone = Map.of("targets", List.of("ada"));
        assertEquals(List.of("noted", "one", "two", "old"), names(anyone));
        assertEquals(
                List.of("noted", "one", "two", "old"), names(Map.of("targets", List.of("ada"), "session_id", "sa")));
        assertEquals(List.of("noted"), names(Map.of("targets", List.of("ada"), "session_id", "sb")));
        // Without a record of its own: shown where more others speak for it than against it.
        assertEquals(List.of("noted", "one", "old"), names(Map.of("targets", List.of("ada"), "session_id", "sn")));
        assertEquals(
                List.of("noted", "one", "two", "old"), names(Map.of("targets", List.of("ada"), "session_id", "none")));
    }

    @Test
    void switched_off_there_is_nothing() {
        pattern("p", "person", "E", 0.9, Map.of());
        for (String key : List.of("memory_enabled", "injection_enabled")) {
            graph.run("MATCH (n:workspace {workspace_id: $w}) SET n[$key] = false", "key", key);
            Map<String, Object> found = inject(Map.of("targets", List.of("ada"), "action_type", "p"));
            assertEquals(List.of("", List.of(), false), values(found, "block", "patterns", "warned"));
            assertEquals(Arrays.asList(null, null), values(found, "probability", "threshold"));
            graph.run("MATCH (n:workspace {workspace_id: $w}) SET n[$key] = true", "key", key);
        }
        assertEquals(List.of("p"), names(Map.of("targets", List.of("ada"))));
    }

    @Test
    void another_workspace_sees_nothing() {
        pattern("p", "person", "E", 0.9, Map.of());
        String other = UUID.randomUUID().toString();
        graph.run("CREATE (:_mem:workspace {id: $other, workspace_id: $other})", "other", other);
        Map<String, Object> request = Map.of("targets", List.of("ada"), "target_node_type", "person");
        assertEquals(
                "", graph.run(INJECT, "w", other, "request", request).getFirst().get("block"));
    }

    @Test
    void bad_requests_are_refused() {
        graph.refused(INVALID_INPUT, INJECT, "request", Map.of("targets", List.of(), "payload", "x"));
        graph.refused(INVALID_INPUT, INJECT, "request", Map.of("targets", "ada"));
        graph.refused(INVALID_INPUT, INJECT, "request", Map.of("targets", List.of(), "limit", -1L));
        graph.refused(WORKSPACE_NOT_FOUND, INJECT, "w", "unknown", "request", Map.of("targets", List.of()));
    }

    private static List<Object> values(Map<String, Object> found, String... columns) {
        return Arrays.stream(columns).map(found::get).toList();
    }

    private Map<String, Object> inject(Map<String, Object> request) {
        return graph.run(INJECT, "request", request).getFirst();
    }

    @SuppressWarnings("unchecked")
    private List<String> names(Map<String, Object> request) {
        List<Map<String, Object>> patterns =
                (List<Map<String, Object>>) inject(request).get("patterns");
        return patterns.stream().map(pattern -> (String) pattern.get("name")).toList();
    }

    private void entity(String nodeId, String type) {
        graph.run(
                "CREATE (:_mem:entity {id: randomUUID(), workspace_id: $w, node_id: $node_id, type: $type})",
                "node_id",
                nodeId,
                "type",
                type);
    }

    private void pattern(String actionType, String nodeType, String code, double confidence, Map<String, Object> more) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "id",
                UUID.randomUUID().toString(),
                "workspace_id",
                graph.workspaceId(),
                "status",
                "active",
                "suppressed",
                false,
                "name",
                code.equals("E") ? actionType : actionType + ":" + nodeType + ":" + code,
                "action_type",
                actionType,
                "node_type",
                nodeType,
                "error_code",
                code,
                "confidence",
                confidence));
        properties.putAll(more);
        graph.run("CREATE (p:_mem:pattern) SET p = $properties", "properties", properties);
    }
}
