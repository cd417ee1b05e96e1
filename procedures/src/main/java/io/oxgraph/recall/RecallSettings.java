package io.oxgraph.recall;

import io.oxgraph.table.SettingDefaults;
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
                SettingDefaults.number(workspace, "recall_threshold"),
                SettingDefaults.number(workspace, "recall_confidence"),
                SettingDefaults.number(workspace, "recall_historical_confidence"),
                SettingDefaults.number(workspace, "search_similarity"),
                workspace.get("recall_fusion") instanceof String fusion
                        ? fusion
                        : SettingDefaults.text("recall_fusion"),
                VectorSlot.of(workspace));
    }

    /** Factor of the score of a task whose session has ended, 0 to 1. */
    double endedTaskWeight() {
        return SettingDefaults.number(properties, "task_ended_weight");
    }

    /** Hours without a message or an action after which a session has ended. */
    double taskSessionIdleHours() {
        return SettingDefaults.number(properties, "task_session_idle_hours");
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
}
