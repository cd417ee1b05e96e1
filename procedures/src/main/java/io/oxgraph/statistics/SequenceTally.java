package io.oxgraph.statistics;

import io.oxgraph.model.ActionCodes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts a sequence's actions by key, with the first success after each failure. */
public final class SequenceTally {
    private SequenceTally() {}

    private record Key(String actionType, String nodeType, String errorCode) implements Comparable<Key> {
        private static final Comparator<Key> ORDER = Comparator.comparing(Key::actionType)
                .thenComparing(Key::nodeType)
                .thenComparing(Key::errorCode);

        static Key of(Map<String, Object> action) {
            boolean success = "success".equals(action.get("outcome"));
            String code = success ? ActionCodes.SUCCESS : text(action, "error_code", ActionCodes.UNKNOWN_ERROR);
            return new Key(text(action, "action_type", ""), text(action, "node_type", ""), code);
        }

        boolean isSuccess() {
            return errorCode.equals(ActionCodes.SUCCESS);
        }

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    private static final class Count {
        private long count;
        private String recovery = "";
    }

    /**
     * One row per key, sorted.
     *
     * @param actions maps with action_type, node_type, error_code and outcome, in time order
     */
    public static List<Map<String, Object>> of(List<Map<String, Object>> actions) {
        Map<Key, Count> counts = new TreeMap<>();
        List<Count> unrecovered = new ArrayList<>();
        for (Map<String, Object> action : actions) {
            Key key = Key.of(action);
            if (key.isSuccess()) {
                unrecovered.forEach(count -> count.recovery = key.actionType());
                unrecovered.clear();
            }
            Count count = counts.computeIfAbsent(key, k -> new Count());
            if (count.count++ == 0 && !key.isSuccess()) {
                unrecovered.add(count);
            }
        }
        return counts.entrySet().stream().map(SequenceTally::row).toList();
    }

    private static Map<String, Object> row(Map.Entry<Key, Count> entry) {
        Map<String, Object> row = new HashMap<>();
        row.put("action_type", entry.getKey().actionType());
        row.put("node_type", entry.getKey().nodeType());
        row.put("error_code", entry.getKey().errorCode());
        row.put("count", entry.getValue().count);
        row.put("recovery", entry.getValue().recovery);
        return row;
    }

    private static String text(Map<String, Object> action, String field, String otherwise) {
        return action.get(field) instanceof String value ? value : otherwise;
    }
}
