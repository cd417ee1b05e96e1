package io.oxgraph.semantic;

import io.oxgraph.time.HalfLives;
import java.util.Map;

/**
 * The numbers of a workspace's rules on memories, with the defaults of their sources.
 *
 * @param halfLives days, by type; custom types are among them
 */
record Settings(
        double duplicateCosine,
        double judgeCosine,
        double userDuplicateCosine,
        double userReinforce,
        double reviewImportance,
        double expireFreshness,
        Map<String, Double> halfLives) {
    /** Reads them from the workspace's properties. */
    static Settings of(Map<String, Object> workspace) {
        return new Settings(
                number(workspace, "duplicate_cosine", 0.92),
                number(workspace, "judge_cosine", 0.85),
                number(workspace, "user_duplicate_cosine", 0.85),
                number(workspace, "user_reinforce", 0.1),
                number(workspace, "review_importance", 0.7),
                number(workspace, "expire_freshness", 0.1),
                HalfLives.all(workspace));
    }

    boolean hasType(String type) {
        return halfLives.containsKey(type);
    }

    private static double number(Map<String, Object> workspace, String key, double otherwise) {
        return workspace.get(key) instanceof Number number ? number.doubleValue() : otherwise;
    }
}
