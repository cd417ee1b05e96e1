package io.oxgraph.recall;

import io.oxgraph.time.HalfLives;
import java.util.Map;

/**
 * The recall settings of a workspace.
 *
 * @param properties properties of the workspace node
 * @param threshold minimum relevance of the best result below which recall abstains, 0 to 1 (measured:
 *     docs/recall.md); 0 never abstains
 * @param fusion fusion formula: sum or rrf (reciprocal rank fusion)
 */
record RecallSettings(
        Map<String, Object> properties,
        double threshold,
        double confidence,
        double historicalConfidence,
        double similarity,
        String fusion,
        VectorSlot slot) {
    static RecallSettings of(Map<String, Object> workspace) {
        return new RecallSettings(
                workspace,
                number(workspace, "recall_threshold", 0.15),
                number(workspace, "recall_confidence", 0.5),
                number(workspace, "recall_historical_confidence", 0.3),
                number(workspace, "search_similarity", 0.6),
                workspace.get("recall_fusion") instanceof String fusion ? fusion : "sum",
                VectorSlot.of(workspace));
    }

    /** Half-life of a memory type, in days. */
    double halfLife(String type) {
        return HalfLives.days(properties, type);
    }

    /** Minimum confidence, 0 to 1; lower for questions about the past. */
    double floor(RecallRequest request) {
        if (request.confidenceFloor() != null) {
            return request.confidenceFloor();
        }
        return request.historical() || request.asOf() != null ? historicalConfidence : confidence;
    }

    /** Minimum similarity of a search, 0 to 1. */
    double minimum(RecallRequest request) {
        return request.minimum() == null ? similarity : request.minimum();
    }

    private static double number(Map<String, Object> workspace, String key, double fallback) {
        return workspace.get(key) instanceof Number number ? number.doubleValue() : fallback;
    }
}
