package io.oxgraph.recall;

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
    private static final Map<String, Double> HALF_LIVES = Map.of(
            "fact",
            180.0,
            "preference",
            90.0,
            "event",
            30.0,
            "entity",
            365.0,
            "relation",
            365.0,
            "instruction",
            365.0,
            "task",
            7.0);
    private static final double UNKNOWN_HALF_LIFE = 180;

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
        return number(properties, "half_life_" + type + "_days", HALF_LIVES.getOrDefault(type, UNKNOWN_HALF_LIFE));
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
