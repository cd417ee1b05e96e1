package io.oxgraph.inject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import io.oxgraph.text.Identifiers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

@ExtendWith(Neo4jExtension.class)
class RunRiskTest {
    private static final String RISK = "CALL oxgraph.run_risk($w, 's') YIELD probability RETURN probability";
    private static final String FIT =
            """
            MERGE (m:_mem:run_risk {id: $id, workspace_id: $w})
            SET m += {features: ['has=pay'], feature_runs: [50], feature_failures: [$failures], runs: 100, failures: 50,
                      intercept: 0.0, slope: 1.0, cases: 100, fitted_at: datetime($at), proved: true}""";
    private TestGraph graph;

    @BeforeEach
    void fresh(TestGraph given) {
        graph = given;
        graph.run("CALL oxgraph.capture($w, {session_id: 's', action_type: 'pay', outcome: 'success'}, $now)");
        fit(45, "2026-01-01T00:00:00Z");
    }

    @Test
    void a_model_is_read_once_for_each_version() {
        double high = graph.value(RISK);
        assertTrue(high > 0.6, () -> "risk " + high);
        try (Transaction tx = graph.database().beginTx()) {
            Node node = (Node)
                    tx.execute("MATCH (m:run_risk {workspace_id: $w}) RETURN m", Map.of("w", graph.workspaceId()))
                            .next()
                            .get("m");
            assertSame(RiskModels.of(node), RiskModels.of(node));
        }
    }

    @Test
    void a_fit_of_another_transaction_counts_from_its_commit() {
        double high = graph.value(RISK);
        fit(5, "2026-01-01T00:00:00Z");
        double low = graph.value(RISK);
        assertTrue(low < 0.4 && high > 0.6, () -> low + " and " + high);
    }

    @Test
    void a_fit_that_is_rolled_back_leaves_nothing_behind() {
        double high = graph.value(RISK);
        Map<String, Object> parameters = parameters(5, "2026-01-02T00:00:00Z");
        try (Transaction tx = graph.database().beginTx()) {
            tx.execute(FIT, parameters).close();
            double inside = (Double) tx.execute(RISK, parameters).next().get("probability");
            assertTrue(inside < 0.4, () -> "its own write: " + inside);
            tx.rollback();
        }
        assertEquals(high, (Double) graph.value(RISK));
    }

    private void fit(long failures, String at) {
        graph.run(FIT, "id", id(), "failures", failures, "at", at);
    }

    private Map<String, Object> parameters(long failures, String at) {
        return Map.of("w", graph.workspaceId(), "id", id(), "failures", failures, "at", at);
    }

    private String id() {
        return Identifiers.stableId(graph.workspaceId(), "run_risk", List.of());
    }
}
