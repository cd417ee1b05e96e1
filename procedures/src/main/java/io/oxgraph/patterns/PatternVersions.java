package io.oxgraph.patterns;

import io.oxgraph.patterns.FoldResult.Fields;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The pattern versions of one key: stored ones, and the changes of this fold. */
final class PatternVersions {
    private static final List<String> MARKS =
            List.of("suppressed", "suppressed_at", "retired_by_lift", "annotation", "recommendation_override");

    private final String workspaceId;
    private final String keyId;
    private final Map<Long, Map<String, Object>> marks = new HashMap<>();
    private final Map<Long, Map<String, Object>> changes = new LinkedHashMap<>();
    private final List<Map<String, Object>> transitions = new ArrayList<>();

    /** @param standing maps with version and the properties in MARKS, set by operators or by the harm check */
    PatternVersions(String workspaceId, String keyId, List<Map<String, Object>> standing) {
        this.workspaceId = workspaceId;
        this.keyId = keyId;
        standing.forEach(node -> marks.put(new Fields(node).integer("version"), node));
    }

    String id(long version) {
        return Identifiers.stableId(workspaceId, "pattern", List.of(keyId, Long.toString(version)));
    }

    boolean isAnnotated(long version) {
        return marks.getOrDefault(version, Map.of()).get("annotation") != null;
    }

    /** The properties that this fold writes to a version. */
    Map<String, Object> change(long version) {
        return changes.computeIfAbsent(version, v -> new HashMap<>());
    }

    /** Creates the next version, which inherits the operator's marks unless it has its own. */
    Map<String, Object> create(long version) {
        Map<String, Object> node = change(version);
        if (!marks.containsKey(version)) {
            Map<String, Object> inherited = marks.getOrDefault(version - 1, Map.of("suppressed", false));
            marks.put(version, inherited);
            MARKS.forEach(mark -> node.put(mark, inherited.get(mark)));
        }
        return node;
    }

    /** Records a transition with a deterministic id. */
    void transition(
            long version, String rule, String from, String to, ZonedDateTime at, Map<String, ? extends Number> inputs) {
        String millis = Long.toString(at.toInstant().toEpochMilli());
        Map<String, Object> row = new HashMap<>();
        row.put("id", Identifiers.stableId(workspaceId, "transition", List.of(id(version), rule, millis)));
        row.put("subject_id", id(version));
        row.put("rule", rule);
        row.put("from_status", from);
        row.put("to_status", to);
        row.put("at", at);
        row.put("inputs", NumbersJson.of(inputs));
        transitions.add(row);
    }

    void collect(FoldResult result) {
        changes.forEach((version, properties) -> {
            Map<String, Object> row = new HashMap<>();
            row.put("id", id(version));
            row.put("properties", properties);
            boolean created = properties.containsKey("promoted_at");
            row.put("supersedes", created && version > 1 ? id(version - 1) : null);
            result.versions().add(row);
        });
        result.transitions().addAll(transitions);
    }

    /** Writes a flat map of numbers as JSON. */
    static final class NumbersJson {
        private NumbersJson() {}

        static String of(Map<String, ? extends Number> numbers) {
            return numbers.entrySet().stream()
                    .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
                    .collect(Collectors.joining(",", "{", "}"));
        }
    }
}
