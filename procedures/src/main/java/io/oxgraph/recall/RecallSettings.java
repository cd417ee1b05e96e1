package io.oxgraph.recall;

import io.oxgraph.time.HalfLives;
import java.util.Map;

/**
 * A workspace's numbers on recall.
 *
 * @param properties of the workspace
 * @param threshold the least relevance of the best result, as measured (docs/recall.md); 0 keeps everything
 * @param fusion sum or rrf
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

    /** In days. */
    double halfLife(String type) {
        return HalfLives.days(properties, type);
    }

    /** 002: lower for questions about the past. */
    double floor(RecallRequest request) {
        if (request.confidenceFloor() != null) {
            return request.confidenceFloor();
        }
        return request.historical() || request.asOf() != null ? historicalConfidence : confidence;
    }

    /** The least similarity of a search (003). */
    double minimum(RecallRequest request) {
        return request.minimum() == null ? similarity : request.minimum();
    }

    private static double number(Map<String, Object> workspace, String key, double otherwise) {
        return workspace.get(key) instanceof Number number ? number.doubleValue() : otherwise;
    }
}
