package io.oxgraph.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxgraph.statistics.ConfidenceIntervals.Wilson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void wilson_of_known_values() {
        assertEquals(0.4901568, Wilson.interval(8, 10, 1.96).getFirst(), 1e-6);
        assertEquals(0.9433190, Wilson.interval(8, 10, 1.96).getLast(), 1e-6);
        assertEquals(List.of(0.0, 1.0), Wilson.interval(0, 0, 1.96));
        assertEquals(0.0, Wilson.interval(0, 5, 1.96).getFirst());
        assertEquals(1.0, Wilson.interval(5, 5, 1.96).getLast());
    }

    @Test
    void tally_counts_by_key_and_notes_the_first_success_after_the_first_failure() {
        List<Map<String, Object>> rows = SequenceTally.of(List.of(
                action("write", "person", "E"),
                action("write", "person", "E"),
                action("read", null, null),
                action("write", "person", "F"),
                action("write", "person", null)));
        assertEquals(
                List.of(
                        row("read", "", "None", 1, ""),
                        row("write", "person", "E", 2, "read"),
                        row("write", "person", "F", 1, "write"),
                        row("write", "person", "None", 1, "")),
                rows);
    }

    @Test
    void tally_of_what_never_recovered() {
        assertEquals(List.of(row("a", "", "E", 1, "")), SequenceTally.of(List.of(action("a", null, "E"))));
    }

    private static Map<String, Object> action(String type, String nodeType, String errorCode) {
        Map<String, Object> action = new HashMap<>();
        action.put("action_type", type);
        action.put("node_type", nodeType);
        action.put("error_code", errorCode);
        action.put("outcome", errorCode == null ? "success" : "failure");
        return action;
    }

    private static Map<String, Object> row(String type, String nodeType, String code, long count, String recovery) {
        return Map.of(
                "action_type", type, "node_type", nodeType, "error_code", code, "count", count, "recovery", recovery);
    }
}
