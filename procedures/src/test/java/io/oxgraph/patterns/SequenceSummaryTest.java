package io.oxgraph.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SequenceSummaryTest {
    private static Map<String, Object> action(String type, String nodeType, String outcome) {
        return Map.of("action_type", type, "node_type", nodeType, "outcome", outcome);
    }

    @Test
    void equalActionsInARowAreToldOnce() {
        List<Map<String, Object>> actions = List.of(
                action("get", "User", "success"),
                action("search", "Flight", "success"),
                action("search", "Flight", "failure"),
                action("get", "User", "success"));
        assertEquals(
                "get on User, then 2 × search on Flight, then get on User; ended with success",
                SequenceSummary.of(actions));
    }

    @Test
    void theEndIsNeverCut() {
        List<Map<String, Object>> actions = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            actions.add(action("action_number_" + i, "", "success"));
        }
        String text = SequenceSummary.of(actions);
        assertTrue(text.length() <= 300, text);
        assertTrue(text.endsWith(" …; ended with success"), text);
    }

    @Test
    void oneVeryLongNameStillFits() {
        assertTrue(SequenceSummary.of(List.of(action("x".repeat(500), "", "failure")))
                        .length()
                <= 300);
        assertEquals("", SequenceSummary.of(List.of()));
    }
}
