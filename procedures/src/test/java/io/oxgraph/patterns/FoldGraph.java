package io.oxgraph.patterns;

import io.oxgraph.patterns.DayWindow.Days;
import io.oxgraph.patterns.FoldResult.Fields;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Stores the results of folds in maps, as the passes do in the graph. */
final class FoldGraph {
    static final ZonedDateTime START = ZonedDateTime.of(2025, 3, 1, 0, 0, 0, 0, ZoneOffset.UTC);

    static final Map<String, Object> SETTINGS = Map.of(
            "evidence_window_days",
            30L,
            "promote_samples",
            5L,
            "promote_confidence",
            0.6,
            "supersede_shift",
            0.15,
            "decay_after_days",
            30L,
            "decay_factor",
            0.9,
            "retire_confidence",
            0.2,
            "digest",
            "d");

    private static final List<String> KINDS = List.of("tallies", "keys", "versions", "node_tallies");

    final Map<String, Map<String, Map<String, Object>>> nodes = new TreeMap<>();
    final Map<String, List<Object>> evidence = new TreeMap<>();
    final List<Map<String, Object>> transitions = new ArrayList<>();
    private final Map<String, Object> settings = new HashMap<>(SETTINGS);

    FoldGraph() {
        KINDS.forEach(kind -> nodes.put(kind, new TreeMap<>()));
    }

    FoldGraph with(String setting, Object value) {
        settings.put(setting, value);
        return this;
    }

    /** Folds sequences like the pass: reads the stored state and stores the changes. */
    FoldGraph fold(boolean finish, List<Map<String, Object>> sequences) {
        Map<String, Object> standing = new HashMap<>();
        nodes.forEach((kind, byId) -> standing.put(kind, List.copyOf(byId.values())));
        keep(PatternFold.fold("w", standing, sequences, settings, false, finish));
        return this;
    }

    private void keep(Map<String, Object> result) {
        for (Object id : (List<?>) result.get("dropped")) {
            nodes.get("keys").remove(id);
            evidence.remove(id);
        }
        for (String kind : KINDS) {
            for (Map<String, Object> row : rows(result, kind)) {
                Map<String, Object> node =
                        nodes.get(kind).computeIfAbsent((String) row.get("id"), id -> new HashMap<>());
                node.put("id", row.get("id"));
                ((Map<?, ?>) row.get("properties")).forEach((key, value) -> node.put((String) key, value));
            }
        }
        for (Map<String, Object> row : rows(result, "evidence")) {
            evidence.computeIfAbsent((String) row.get("holder_id"), id -> new ArrayList<>())
                    .addAll((List<?>) row.get("sequence_ids"));
        }
        transitions.addAll(rows(result, "transitions"));
    }

    private static List<Map<String, Object>> rows(Map<String, Object> result, String kind) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Object row : (List<?>) result.get(kind)) {
            Map<String, Object> copy = new HashMap<>();
            ((Map<?, ?>) row).forEach((key, value) -> copy.put((String) key, value));
            rows.add(copy);
        }
        return rows;
    }

    /** The nodes of a kind that are of a context. */
    List<Map<String, Object>> of(String kind, String context) {
        return nodes.get(kind).values().stream()
                .filter(node -> context.equals(node.get("context")))
                .toList();
    }

    /** The contexts that are active patterns, in order. */
    List<String> active() {
        return nodes.get("versions").values().stream()
                .filter(node -> "active".equals(node.get("status")) && node.get("context") != null)
                .map(node -> node.get("action_type") + " " + node.get("context"))
                .sorted()
                .toList();
    }

    /** A sequence of actions such as `do`, `do!` (it failed) and `do@n` (on the node n), which closes at an hour. */
    static Map<String, Object> sequence(int hour, String outcome, String... actions) {
        return sequence("q%06d".formatted(hour), START.plusHours(hour), outcome, actions);
    }

    static Map<String, Object> sequence(String id, ZonedDateTime closesAt, String outcome, String... actions) {
        List<Map<String, Object>> steps = new ArrayList<>();
        for (String action : actions) {
            steps.add(action(id, closesAt, steps.size(), action));
        }
        List<Map<String, Object>> tally = io.oxgraph.statistics.SequenceTally.of(
                steps.stream().map(FoldGraph::withNodeType).toList());
        Map<String, Object> sequence = new HashMap<>();
        sequence.put("id", id);
        // One pass a day, at its end.
        sequence.put("counted_at", Days.start(Days.of(closesAt) + 1));
        sequence.put("closes_at", closesAt);
        sequence.put("started_at", closesAt.minusMinutes(9));
        sequence.put("ended_at", closesAt.minusMinutes(5));
        sequence.put("outcome", outcome);
        sequence.put("actions", steps);
        sequence.put("tally_action_types", column(tally, "action_type"));
        sequence.put("tally_node_types", column(tally, "node_type"));
        sequence.put("tally_error_codes", column(tally, "error_code"));
        sequence.put("tally_counts", column(tally, "count"));
        sequence.put("tally_recoveries", column(tally, "recovery"));
        return sequence;
    }

    /** As if an agent had been warned before each of its actions. */
    static void warn(Map<String, Object> sequence) {
        List<Map<String, Object>> warned = new ArrayList<>();
        for (Map<String, Object> action : new Fields(sequence).<Map<String, Object>>list("actions")) {
            Map<String, Object> copy = new HashMap<>(action);
            copy.put("warnings", List.of(Map.of("id", "w", "action_type", copy.get("action_type"))));
            warned.add(copy);
        }
        sequence.put("actions", warned);
    }

    private static Map<String, Object> withNodeType(Map<String, Object> action) {
        Map<String, Object> copy = new HashMap<>(action);
        copy.put("node_type", action.get("target_node_type"));
        return copy;
    }

    private static List<Object> column(List<Map<String, Object>> rows, String name) {
        return rows.stream().map(row -> row.get(name)).toList();
    }

    private static Map<String, Object> action(String sequence, ZonedDateTime closesAt, int number, String text) {
        String name = text.replaceAll("[!@].*", "");
        Map<String, Object> action = new HashMap<>();
        action.put("id", sequence + "-" + number);
        action.put("action_type", name);
        action.put("outcome", text.contains("!") ? "failure" : "success");
        action.put("error_code", text.contains("!") ? "E" + number : null);
        action.put("started_at", closesAt.minusMinutes(9).plusSeconds(number));
        if (text.contains("@")) {
            action.put("target_node_type", "X");
            action.put("target_node_ids", List.of(text.replaceAll(".*@", "")));
        }
        return action;
    }
}
