package io.oxgraph.procedure;

import static io.oxgraph.error.ErrorCode.INVALID_INPUT;
import static io.oxgraph.error.ErrorCode.PLUGIN_VERSION_MISMATCH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(Neo4jExtension.class)
class FunctionsInCypherTest {
    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "normalise(null)",
                "json(null)",
                "sha256(null)",
                "uuid5(null)",
                "stable_id('w', 'k', null)",
                "trigram_similarity('a', null)",
                "freshness(null, 1, 1, $now)",
                "decay(1, null, $now, 30, 0.9)",
                "wilson(null, 1)",
                "sequence_numbers(null, [], 300)",
                "tally(null)",
                "recommendation(null)"
            })
    void null_in_null_out(String call) {
        assertNull(graph.value("RETURN oxgraph." + call));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RETURN oxgraph.tally([null])",
                "RETURN oxgraph.summarise_actions([null])",
                "RETURN oxgraph.recall_context([null], 10)",
                "RETURN oxgraph.fit_forecast([null], 1)",
                "RETURN oxgraph.node_tally_ids('w', [null])",
                "RETURN oxgraph.valid_to_at([$now], [null], $now)",
                "CALL oxgraph.effect('w', [null], null, $now)",
                "CALL oxgraph.archive_of('w', [null])"
            })
    void a_null_in_a_list_is_refused(String call) {
        graph.refused(INVALID_INPUT, call);
    }

    @Test
    void whole_numbers_do_for_fractions() {
        assertEquals(0.5, graph.<Double>value("RETURN oxgraph.freshness($now - duration('P10D'), 10, 0, $now)"));
        assertEquals(1.0, graph.<Double>value("RETURN oxgraph.decay(1, $now, $now, 30, 0.9)"));
        assertEquals(List.of(0.0, 1.0), graph.value("RETURN oxgraph.wilson(0, 0, 2)"));
    }

    @Test
    void maps_and_lists_go_in_and_out() {
        List<Map<String, Object>> rows = graph.value(
                """
                RETURN oxgraph.tally([{action_type: 'a', node_type: null, error_code: 'E', outcome: 'failure'}]) AS rows""");
        assertEquals("E", rows.getFirst().get("error_code"));
        assertEquals(
                List.of(0L, 1L),
                graph.value("RETURN oxgraph.sequence_numbers([$now, $now + duration('PT6M')], [$now, null], 300)"));
    }

    @Test
    void values_become_json() {
        assertEquals(
                "[{\"a\":1,\"t\":\"2026-01-01T10:00:00.500Z\"},null,\"x\",1.5,true]",
                graph.value(
                        """
                RETURN oxgraph.json([{a: 1, b: null, c: [], t: datetime('2026-01-01T12:00:00.5+02:00')}, null, 'x', 1.5, true])"""));
    }

    @Test
    void a_client_of_the_same_series_is_welcome() {
        String version = graph.value("RETURN oxgraph.version()");
        assertFalse(version.contains("$"), "the build fills the version in");
        for (String call : List.of("version()", "version(null)", "version('" + version + "')")) {
            Map<String, Object> row = graph.run("CALL oxgraph." + call).getFirst();
            assertEquals(version, row.get("version"));
            assertFalse(row.get("neo4j_version").toString().isEmpty());
        }
        graph.refused(PLUGIN_VERSION_MISMATCH, "CALL oxgraph.version('99.0.0')");
    }

    @Test
    void every_procedure_and_function_is_described() {
        for (String kind : List.of("PROCEDURES", "FUNCTIONS")) {
            List<Map<String, Object>> bare = graph.run(
                    "SHOW " + kind
                            + " YIELD name, description WHERE name STARTS WITH 'oxgraph' AND size(description) < 10 RETURN name");
            assertEquals(List.of(), bare);
        }
    }
}
