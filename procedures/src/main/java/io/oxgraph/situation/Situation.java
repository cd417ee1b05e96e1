package io.oxgraph.situation;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The contexts that an action stands in: a value for each family that applies.
 *
 * @param values by family, in the order of the families
 */
public record Situation(Map<Family, String> values) {
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
        Map<Family, String> values = new EnumMap<>(Family.class);
        String previous = before.isEmpty() ? "^" : outcome(before.get(before.size() - 1));
        String run = Integer.toString(run(before, next));
        values.put(Family.PREVIOUS, previous);
        values.put(Family.RUN, run);
        values.put(Family.PREVIOUS_RUN, previous + "|" + run);
        if (next.target() != null) {
            values.put(Family.HERE, here(before, next));
            values.put(Family.HISTORY, history.verdict());
            values.put(Family.NODE, next.target());
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
}
