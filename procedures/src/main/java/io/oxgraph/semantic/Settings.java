package io.oxgraph.semantic;

import io.oxgraph.table.SettingDefaults;
import io.oxgraph.time.HalfLives;
import java.util.Map;

/**
 * The settings of a workspace that the rules of memories go by.
 *
 * @param halfLives days, by type; custom types are among them
 */
record Settings(
        double duplicateCosine,
        double judgeCosine,
        double userDuplicateCosine,
        double userReinforce,
        double reviewImportance,
        double supersedeRatio,
        double rememberConfidence,
        double expireFreshness,
        Map<String, Double> halfLives) {
    /** Reads them from the workspace's properties. */
    static Settings of(Map<String, Object> workspace) {
        return new Settings(
                SettingDefaults.number(workspace, "duplicate_cosine"),
                SettingDefaults.number(workspace, "judge_cosine"),
                SettingDefaults.number(workspace, "user_duplicate_cosine"),
                SettingDefaults.number(workspace, "user_reinforce"),
                SettingDefaults.number(workspace, "review_importance"),
                SettingDefaults.number(workspace, "supersede_confidence_ratio"),
                SettingDefaults.number(workspace, "remember_confidence"),
                SettingDefaults.number(workspace, "expire_freshness"),
                HalfLives.all(workspace));
    }

    boolean hasType(String type) {
        return halfLives.containsKey(type);
    }
}
