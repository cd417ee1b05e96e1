package io.oxgraph.time;

import java.util.HashMap;
import java.util.Map;

/** After how many days without an access a memory is half as fresh, by type. */
public final class HalfLives {
    private static final String PREFIX = "half_life_";
    private static final String SUFFIX = "_days";
    private static final double OF_OTHERS = 180;
    private static final Map<String, Double> DEFAULTS = Map.of(
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

    private HalfLives() {}

    /** That of a type, by the workspace's properties. */
    public static double days(Map<String, Object> workspace, String type) {
        return workspace.get(PREFIX + type + SUFFIX) instanceof Number number
                ? number.doubleValue()
                : DEFAULTS.getOrDefault(type, OF_OTHERS);
    }

    /** Those of all types that the workspace knows, its own among them. */
    public static Map<String, Double> all(Map<String, Object> workspace) {
        Map<String, Double> days = new HashMap<>(DEFAULTS);
        workspace.forEach((key, value) -> {
            if (key.startsWith(PREFIX) && key.endsWith(SUFFIX) && value instanceof Number number) {
                days.put(key.substring(PREFIX.length(), key.length() - SUFFIX.length()), number.doubleValue());
            }
        });
        return days;
    }
}
