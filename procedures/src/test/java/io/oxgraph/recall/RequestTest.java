package io.oxgraph.recall;

import static io.oxgraph.error.ErrorCode.INVALID_INPUT;
import static io.oxgraph.recall.RecallGraph.list;
import static io.oxgraph.recall.RecallGraph.map;
import static io.oxgraph.recall.RecallGraph.results;
import static io.oxgraph.recall.RecallGraph.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oxgraph.error.ErrorCode;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import io.oxgraph.text.JsonWriter;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every request ends in results or in an error that names the field. */
@ExtendWith(Neo4jExtension.class)
class RequestTest {
    private static final String RECALL = "CALL oxgraph.recall($w, $query, $options, $now)";
    private RecallGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = new RecallGraph(given.another());
        graph.remember("Anna plays the cello", "embedding", vector(10));
        graph.message("c", 0, "Anna", "My cello lesson went well", "embedding", vector(15));
    }

    @Test
    void what_does_not_fit_is_refused_with_its_field() {
        refused("k", 0L);
        refused("k", 1_001L);
        refused("k", "ten");
        refused("kinds", list("memory", "thought"));
        refused("types", "fact");
        refused("embedding", list("a"));
        refused("embedding", list(0.0, 0.0));
        refused("embedding", List.of(1.0, 0.0, 0.0), "embedding_model", "plane");
        refused("rewrites", list(map("query", "x", "text", "y")));
        refused("rewrites", list(1L));
        refused("entities", list(map("title", "x")));
        refused("window", map("from", TestGraph.NOW, "to", TestGraph.NOW));
        refused("window", "yesterday");
        refused("weights", map("magic", 1.0));
        refused("weights", map("meaning", -1.0));
        refused("plan", "magic");
        refused("fusion", "max");
        refused("without", list("everything"));
        refused("as_of", map("valid", "now"));
        refused("historical", "yes");
        refused("confidence_floor", 2.0);
        refused("budget", -1L);
        refused("deadline_ms", -1L);
        refused("explain", 1L);
        refused("conversation_id", "");
        refused("exclude_conversation_id", "");
        refused("exclude_conversation_id", 5L);
        refused("minimum", 1.5);
        refused("minimum", -0.1);
        refused("minimum", Double.NaN);
        refused("minimum", "much");
        refused("payload", 1L);
        refused(INVALID_INPUT, "query", "x".repeat(10_001), Map.of());
        refused(INVALID_INPUT, "query", null, Map.of());
    }

    @Test
    void an_unknown_workspace_is_not_found() {
        graph.graph.refused(ErrorCode.WORKSPACE_NOT_FOUND, RECALL, "w", "nowhere", "query", "x", "options", Map.of());
    }

    @Test
    void null_options_are_none() {
        assertEquals(
                1,
                graph.graph.run("CALL oxgraph.recall($w, 'cello', null, $now)").size());
    }

    @Test
    void programs_get_the_same_results_as_json() throws JsonProcessingException {
        Map<String, Object> options = map("embedding", vector(10));
        Map<String, Object> found = graph.recall("cello", "embedding", vector(10));
        Map<String, Object> same = graph.graph
                .run("CALL oxgraph.recall_json($w, $query, $options, $now)", "query", "cello", "options", options)
                .getFirst();
        ObjectMapper json = new ObjectMapper();
        JsonNode read = json.readTree((String) same.get("results"));
        assertEquals(2, read.size());
        assertEquals(json.readTree(JsonWriter.forClients().of(results(found))), read);
        assertEquals(found.get("context"), same.get("context"));
        assertEquals(json.readTree(JsonWriter.forClients().of(found.get("notes"))), json.readTree((String)
                same.get("notes")));
    }

    @Test
    void any_text_has_an_answer() {
        Random random = new Random(5);
        String alphabet =
                "abc AND OR NOT +-&&||!(){}[]^\"~*?:\\/ \u0000\u0007\n\t'`;$ \u202e\u0300é漢字かなไทย한국어עברית😀\uD83C\uDDE9";
        for (String query :
                List.of("", " ", "\"", "workspace_term:*", "*:*", "') MATCH (n) DETACH DELETE n //", "-cello")) {
            assertNotNull(graph.recall(query).get("notes"));
            assertNotNull(graph.indexed(query).notes());
        }
        for (int i = 0; i < 60; i++) {
            StringBuilder query = new StringBuilder();
            int length = random.nextInt(i % 20 == 0 ? 9_000 : 60);
            for (int j = 0; j < length; j++) {
                query.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            assertNotNull(graph.recall(query.toString(), "embedding", vector(i)).get("notes"));
            assertNotNull(
                    graph.indexed(query.toString(), "embedding", vector(i)).notes());
        }
    }

    @Test
    void lucene_and_cypher_lead_nowhere_else() {
        RecallGraph other = new RecallGraph(graph.graph.another());
        other.remember("Ben hides a secret cello", "embedding", vector(12));
        other.message("c", 0, "Ben", "A secret cello", "embedding", vector(12));
        String term = "ws" + other.graph.workspaceId().replace("-", "");
        for (String query : List.of(
                "secret cello) OR workspace_term:" + term,
                "workspace_term:" + term + "^9 secret",
                "+workspace_term:" + term + " +content:(cello)",
                other.graph.workspaceId())) {
            assertTrue(RecallGraph.contents(results(graph.recall(query, "embedding", vector(12)))).stream()
                    .noneMatch(content -> content.contains("secret")));
            assertTrue(RecallGraph.contents(
                            graph.indexed(query, "embedding", vector(12)).results())
                    .stream()
                    .noneMatch(content -> content.contains("secret")));
        }
    }

    private void refused(String field, Object value, Object... more) {
        Map<String, Object> options = map(more);
        options.put(field, value);
        refused(INVALID_INPUT, field, "cello", options);
    }

    private void refused(ErrorCode code, String field, String query, Map<String, Object> options) {
        String message = graph.graph.refused(code, RECALL, "query", query, "options", options);
        assertTrue(message.contains(field), message);
    }
}
