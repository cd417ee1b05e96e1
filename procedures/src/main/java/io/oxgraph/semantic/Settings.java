package io.oxgraph.semantic;

import java.util.HashMap;
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
    private static final String PREFIX = "half_life_";
    private static final String SUFFIX = "_days";

    /** Reads them from the workspace's properties. */
    static Settings of(Map<String, Object> workspace) {
        return new Settings(
                number(workspace, "duplicate_cosine", 0.92),
                number(workspace, "judge_cosine", 0.85),
                number(workspace, "user_duplicate_cosine", 0.85),
                number(workspace, "user_reinforce", 0.1),
                number(workspace, "review_importance", 0.7),
                number(workspace, "expire_freshness", 0.1),
                halfLives(workspace));
    }

    boolean hasType(String type) {
        return halfLives.containsKey(type);
    }

    private static double number(Map<String, Object> workspace, String key, double otherwise) {
        return workspace.get(key) instanceof Number number ? number.doubleValue() : otherwise;
    }

    private static Map<String, Double> halfLives(Map<String, Object> workspace) {
        Map<String, Double> days = new HashMap<>(Map.of(
                "fact",
                180.0,
                "preference",
                90.0,
                Claim.EVENT,
                30.0,
                Claim.ENTITY,
                365.0,
                "relation",
                365.0,
                "instruction",
                365.0,
                Claim.TASK,
                7.0));
        workspace.forEach((key, value) -> {
            if (key.startsWith(PREFIX) && key.endsWith(SUFFIX) && value instanceof Number number) {
                days.put(key.substring(PREFIX.length(), key.length() - SUFFIX.length()), number.doubleValue());
            }
        });
        return days;
    }
}
