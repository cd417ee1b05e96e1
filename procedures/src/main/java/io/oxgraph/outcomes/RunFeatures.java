package io.oxgraph.outcomes;

import io.oxgraph.outcomes.Run.RunStep;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The features of a run so far that its risk is estimated from. */
final class RunFeatures {
    /** How often an action is done at least, for features and patterns that count repetitions. */
    static final List<Integer> TIMES = List.of(2, 3, 5);

    private static final int[] LENGTHS = {2, 4, 6, 9, 13, 20, 30, 50};
    private static final int MAX_ERRORS = 3;
    private static final String START = "^";

    private RunFeatures() {}

    /** Names of the features, such as has=search or next=search!>lookup. */
    static Set<String> of(String agentId, List<RunStep> steps) {
        Set<String> features = new LinkedHashSet<>();
        if (!agentId.isEmpty()) {
            features.add("agent=" + agentId);
        }
        Map<String, Integer> times = new HashMap<>();
        Set<String> calls = new HashSet<>();
        String previous = START;
        int errors = 0;
        for (RunStep step : steps) {
            features.add("has=" + step.actionType());
            features.add("next=" + previous + ">" + step.token());
            addTimes(features, step.actionType(), times.merge(step.actionType(), 1, Integer::sum));
            if (step.failed()) {
                features.add("failed=" + step.actionType());
                features.add("errors=" + Math.min(++errors, MAX_ERRORS));
            }
            if (!step.target().isEmpty()) {
                features.add("target=" + step.target());
                if (!calls.add(step.actionType() + ">" + step.target())) {
                    features.add("repeat");
                }
            }
            previous = step.token();
        }
        if (!steps.isEmpty()) {
            features.add("last=" + previous);
        }
        addLength(features, steps.size());
        return features;
    }

    private static void addTimes(Set<String> features, String actionType, int times) {
        for (int bound : TIMES) {
            if (times == bound) {
                features.add("times=" + actionType + "|" + bound);
            }
        }
    }

    private static void addLength(Set<String> features, int length) {
        for (int bound : LENGTHS) {
            if (length >= bound) {
                features.add("length=" + bound);
            }
        }
    }
}
