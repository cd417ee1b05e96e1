package io.oxgraph.situation;

import io.oxgraph.situation.Contexts.ContextFamily;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The contexts of an action: a value for each family that applies.
 *
 * @param values by family, in the order of the families
 */
public record Situation(Map<ContextFamily, String> values) {
    /** Maximum number of consecutive failures distinguished. */
    public static final int MAX_RUN = 3;

    /**
     * Computes the situation of an action.
     *
     * @param before the earlier actions of its session, in order
     * @param next the action; its outcome is ignored
     * @param history counts of the same pair on its target in earlier sessions
     */
    public static Situation of(List<Step> before, Step next, Counts history) {
        Map<ContextFamily, String> values = new EnumMap<>(ContextFamily.class);
        String previous = before.isEmpty() ? "^" : outcome(before.get(before.size() - 1));
        String run = Integer.toString(run(before, next));
        values.put(ContextFamily.PREVIOUS, previous);
        values.put(ContextFamily.RUN, run);
        values.put(ContextFamily.PREVIOUS_RUN, previous + "|" + run);
        if (next.target() != null) {
            values.put(ContextFamily.HERE, here(before, next));
            values.put(ContextFamily.HISTORY, history.verdict());
            values.put(ContextFamily.NODE, next.target());
        }
        return new Situation(values);
    }

    private static String outcome(Step step) {
        return step.actionType() + ":" + (step.failed() ? "bad" : "ok");
    }

    /** Consecutive failures of the same pair right before, ignoring other actions; at most three. */
    private static int run(List<Step> before, Step next) {
        int run = 0;
        for (int i = before.size() - 1; i >= 0 && run < MAX_RUN; i--) {
            if (before.get(i).isLike(next)) {
                if (!before.get(i).failed()) {
                    break;
                }
                run++;
            }
        }
        return run;
    }

    private static String here(List<Step> before, Step next) {
        for (int i = before.size() - 1; i >= 0; i--) {
            Step step = before.get(i);
            if (step.isLike(next) && next.target().equals(step.target())) {
                return step.failed() ? "bad" : "ok";
            }
        }
        return "-";
    }

    /**
     * What a situation needs of one action.
     *
     * @param nodeType '' for none
     * @param target id of its first target node; null for none
     */
    public record Step(String actionType, String nodeType, String target, boolean failed) {
        /** Reads an action's properties. */
        public static Step of(Map<String, Object> action) {
            return new Step(
                    text(action.get("action_type")),
                    text(action.get("target_node_type")),
                    first(action.get("target_node_ids")),
                    !"success".equals(action.get("outcome")));
        }

        /** Whether both have the same action type and node type. */
        public boolean isLike(Step other) {
            return actionType.equals(other.actionType) && nodeType.equals(other.nodeType);
        }

        private static String text(Object value) {
            return value instanceof String text ? text : "";
        }

        private static String first(Object value) {
            if (value instanceof String[] ids) {
                return ids.length == 0 ? null : ids[0];
            }
            return value instanceof List<?> ids && !ids.isEmpty() && ids.get(0) instanceof String id ? id : null;
        }
    }

    /** Number of actions and of failures. */
    public record Counts(long actions, long failures) {
        /** No actions. */
        public static final Counts NONE = new Counts(0, 0);

        /** Adds actions and failures. */
        public Counts plus(long moreActions, long moreFailures) {
            return new Counts(actions + moreActions, failures + moreFailures);
        }

        /** Failure rate shrunk toward {@code prior}, which weighs as many cases as {@code strength}. */
        public double rate(double prior, double strength) {
            return (failures + strength * prior) / (actions + strength);
        }

        /** bad when all failed, ok when none did, mixed otherwise, '-' without actions. */
        public String verdict() {
            if (actions == 0) {
                return "-";
            }
            return failures == 0 ? "ok" : failures == actions ? "bad" : "mixed";
        }
    }
}
