package io.oxgraph.model;

import java.util.Map;

/**
 * The situation that a pattern is about, and what was counted in it.
 *
 * @param name such as run=2
 * @param text the same in words that follow the action's name
 * @param otherActions actions in the other contexts that it was compared with
 * @param nextTotal failures in it after which something worked
 */
public record PatternContext(
        String name, String text, long actions, long failures, long otherActions, long otherFailures, long nextTotal) {
    /** Reads a pattern's properties; null for a plain one. */
    static PatternContext of(Map<String, Object> properties) {
        String name = Pattern.text(properties, "context", null);
        return name == null
                ? null
                : new PatternContext(
                        name,
                        Pattern.text(properties, "context_text", name),
                        count(properties, "total_count"),
                        count(properties, "action_count"),
                        count(properties, "other_count"),
                        count(properties, "other_failures"),
                        count(properties, "next_total"));
    }

    /** Whether what was counted in it is worse than in the other contexts. */
    public boolean isWorse() {
        return failures * otherActions > otherFailures * actions;
    }

    private static long count(Map<String, Object> properties, String key) {
        return Pattern.number(properties, key, 0L).longValue();
    }
}
