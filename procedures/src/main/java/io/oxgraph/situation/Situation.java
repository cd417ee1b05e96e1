package io.oxgraph.situation;

import io.oxgraph.situation.Contexts.ContextFamily;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The contexts that an action stands in: a value for each family that applies.
 *
 * @param values by family, in the order of the families
 */
public record Situation(Map<ContextFamily, String> values) {
    /** So many failures in a row are told apart, at most. */
    public static final int MOST_FAILURES = 3;

    /**
     * What an action stands in.
     *
     * @param before the earlier actions of its session, in order
     * @param next the action; whether it failed is not looked at
     * @param history how the same went on its target in earlier sessions
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

    /** Failures of the same directly before, other actions between them left out; at most three are told apart. */
    private static int run(List<Step> before, Step next) {
        int run = 0;
        for (int i = before.size() - 1; i >= 0 && run < MOST_FAILURES; i--) {
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
     * One action of a session, as far as situations go.
     *
     * @param nodeType '' for none
     * @param target the first node that it was about; null for none
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

        /** Whether both do the same kind of thing: the pair of action type and node type. */
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

    /** How often something was done, and how often it failed. */
    public record Counts(long actions, long failures) {
        /** Nothing seen. */
        public static final Counts NONE = new Counts(0, 0);

        /** Both together. */
        public Counts plus(long moreActions, long moreFailures) {
            return new Counts(actions + moreActions, failures + moreFailures);
        }

        /** The share that failed, with {@code strength} cases of the share {@code prior} added. */
        public double rate(double prior, double strength) {
            return (failures + strength * prior) / (actions + strength);
        }

        /** Whether it failed always (bad), never (ok) or sometimes (mixed); '-' where nothing was seen. */
        public String verdict() {
            if (actions == 0) {
                return "-";
            }
            return failures == 0 ? "ok" : failures == actions ? "bad" : "mixed";
        }
    }
}
