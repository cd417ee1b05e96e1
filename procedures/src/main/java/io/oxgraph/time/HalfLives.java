package io.oxgraph.time;

import io.oxgraph.table.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Half-lives of memory types: days without access after which a memory is half as fresh. Defaults are those of
 * {@code tables/memory_types.tsv}.
 */
public final class HalfLives {
    private static final String PREFIX = "half_life_";
    private static final String SUFFIX = "_days";
    private static final Map<String, Double> DEFAULTS = Table.read("memory_types").stream()
            .collect(Collectors.toUnmodifiableMap(
                    row -> row.get("type"), row -> Double.valueOf(row.get("half_life_days"))));
    /** Of a type that is neither built in nor defined by the workspace. */
    public static final double OF_UNKNOWN_TYPE = DEFAULTS.get("fact");

    private HalfLives() {}

    /** Whether every workspace has the type. */
    public static boolean isBuiltIn(String type) {
        return DEFAULTS.containsKey(type);
    }

    /** The workspace's property that defines a type, or sets the half-life of a built-in one. */
    public static String setting(String type) {
        return PREFIX + type + SUFFIX;
    }

    /** Half-life of a type, by the workspace's properties. */
    public static double days(Map<String, Object> workspace, String type) {
        return workspace.get(setting(type)) instanceof Number number
                ? number.doubleValue()
                : DEFAULTS.getOrDefault(type, OF_UNKNOWN_TYPE);
    }

    /** Half-lives of all types that the workspace knows, including those it has defined. */
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
