package io.oxgraph.recall;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The categories of a context block (002). */
final class Group {
    private static final String RECENT = "Recent";
    private static final Map<String, String> BY_TYPE = Map.of(
            "fact", "Facts",
            "preference", "Preferences",
            "event", "Events",
            "entity", "Entities",
            "relation", "Relations");

    private Group() {}

    /** Recent takes all others, messages too. */
    static String of(String type) {
        return BY_TYPE.getOrDefault(type, RECENT);
    }

    /** The results by group: the one that has most first, of equals the one with the best result. */
    static Map<String, List<Map<String, Object>>> sorted(List<Map<String, Object>> results) {
        Map<String, List<Map<String, Object>>> groups = new LinkedHashMap<>();
        for (Map<String, Object> result : results) {
            groups.computeIfAbsent(
                            result.get("group") instanceof String group ? group : RECENT, name -> new ArrayList<>())
                    .add(result);
        }
        Map<String, List<Map<String, Object>>> sorted = new LinkedHashMap<>();
        groups.entrySet().stream()
                .sorted(Comparator.comparingInt(group -> -group.getValue().size()))
                .forEach(group -> sorted.put(group.getKey(), group.getValue()));
        return sorted;
    }
}
