package io.oxgraph.patterns;

import io.oxgraph.patterns.FoldResult.Fields;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The pattern versions of one key: stored ones, and the changes of this fold. */
final class PatternVersions {
    private static final List<String> MARKS =
            List.of("suppressed", "suppressed_at", "retired_by_lift", "annotation", "recommendation_override");

    private final String workspaceId;
    private final String keyId;
    private final Map<Long, Map<String, Object>> marks = new HashMap<>();
    private final Map<Long, Map<String, Object>> changes = new LinkedHashMap<>();
    private final List<Map<String, Object>> transitions = new ArrayList<>();
    private final long marked;

    /** @param standing maps with version, status and the properties in MARKS, set by operators or by the harm check */
    PatternVersions(String workspaceId, String keyId, List<Map<String, Object>> standing) {
        this.workspaceId = workspaceId;
        this.keyId = keyId;
        standing.forEach(node -> marks.put(new Fields(node).integer("version"), node));
        this.marked = Stream.of("active", "deleted")
                .flatMap(status -> latest(standing, status).stream())
                .findFirst()
                .orElse(0L);
        // Of a key that is no pattern now the marks are with the latest version that was one.
        if (marked == 0) {
            marks.keySet().stream().max(Long::compare).ifPresent(latest -> marks.put(0L, marks.get(latest)));
        }
    }

    private static Optional<Long> latest(List<Map<String, Object>> standing, String status) {
        return standing.stream()
                .filter(node -> status.equals(node.get("status")))
                .map(node -> new Fields(node).integer("version"))
                .max(Long::compare);
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

    /** Creates the next version, which inherits the operator's marks, unless a fold made anew meets what had its own. */
    Map<String, Object> create(long version) {
        if (version > marked || !marks.containsKey(version)) {
            mark(version, marks.getOrDefault(version - 1, Map.of()));
        }
        return change(version);
    }

    /** Gives the last version the operator's marks, where a fold made anew has found fewer versions than there were. */
    void keepMarks(long version) {
        if (version > 0 && version < marked) {
            mark(version, marks.get(marked));
        }
    }

    private void mark(long version, Map<String, Object> given) {
        Map<String, Object> node = change(version);
        MARKS.forEach(mark -> node.put(mark, given.get(mark)));
        node.putIfAbsent("suppressed", false);
        marks.put(version, node);
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
