package io.oxgraph.patterns;

import io.oxgraph.patterns.FoldResult.Fields;
import io.oxgraph.patterns.PatternKey.ActionPair;
import io.oxgraph.patterns.SequencePoint.ActionCase;
import io.oxgraph.situation.Situation.Step;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The contribution of one closed sequence to one pair.
 *
 * @param countedAt instant at which the sequence is counted
 * @param successful whether its outcome is success
 * @param counts counts by error code
 * @param cases its actions of this pair
 */
record SequencePoint(
        String sequenceId,
        ZonedDateTime countedAt,
        ZonedDateTime closesAt,
        ZonedDateTime startedAt,
        ZonedDateTime endedAt,
        boolean successful,
        Map<String, Count> counts,
        List<ActionCase> cases) {

    /** @param recovery the first successful action type after the failure; '' for none */
    record Count(long actions, String recovery) {}

    long actions() {
        return counts.values().stream().mapToLong(Count::actions).sum();
    }

    /** The points of a sequence, by pair. */
    static Map<ActionPair, SequencePoint> of(Map<String, Object> sequence) {
        Fields fields = new Fields(sequence);
        Map<ActionPair, Map<String, Count>> byPair = countsByPair(fields);
        Map<ActionPair, List<ActionCase>> cases = ActionCase.of(fields.list("actions"));
        Map<ActionPair, SequencePoint> points = LinkedHashMap.newLinkedHashMap(byPair.size());
        byPair.forEach((pair, counts) -> points.put(
                pair,
                new SequencePoint(
                        fields.text("id"),
                        fields.time("counted_at"),
                        fields.time("closes_at"),
                        fields.time("started_at"),
                        fields.time("ended_at"),
                        "success".equals(fields.text("outcome")),
                        counts,
                        cases.getOrDefault(pair, List.of()))));
        return points;
    }

    private static Map<ActionPair, Map<String, Count>> countsByPair(Fields fields) {
        List<String> actionTypes = fields.list("tally_action_types");
        List<String> nodeTypes = fields.list("tally_node_types");
        List<String> errorCodes = fields.list("tally_error_codes");
        List<Long> counts = fields.list("tally_counts");
        List<String> recoveries = fields.list("tally_recoveries");
        Map<ActionPair, Map<String, Count>> byPair = new LinkedHashMap<>();
        for (int i = 0; i < actionTypes.size(); i++) {
            byPair.computeIfAbsent(new ActionPair(actionTypes.get(i), nodeTypes.get(i)), pair -> new HashMap<>())
                    .put(errorCodes.get(i), new Count(counts.get(i), recoveries.get(i)));
        }
        return byPair;
    }

    /**
     * One action of a sequence with its context.
     *
     * @param before earlier actions of the sequence, in order
     * @param warned whether the agent had been warned, so that its outcome is no evidence for calibration
     * @param recovery first action type that succeeded after it; '' for none
     */
    record ActionCase(String id, Step step, List<Step> before, boolean warned, String recovery) {
        private static final Comparator<Fields> ORDER = Comparator.<Fields, ZonedDateTime>comparing(
                        action -> action.time("started_at"))
                // Chain order: an action without seq comes last.
                .thenComparing(action -> action.number("seq", Double.POSITIVE_INFINITY))
                .thenComparing(action -> action.text("id"));

        /** The cases of a sequence, by pair. */
        static Map<ActionPair, List<ActionCase>> of(List<Map<String, Object>> actions) {
            List<Fields> ordered =
                    actions.stream().map(Fields::new).sorted(ORDER).toList();
            List<Step> steps =
                    ordered.stream().map(action -> Step.of(action.map())).toList();
            List<String> recoveries = recoveries(steps);
            Map<ActionPair, List<ActionCase>> cases = new LinkedHashMap<>();
            Set<Object> named = new HashSet<>();
            for (int i = 0; i < steps.size(); i++) {
                Step step = steps.get(i);
                Fields action = ordered.get(i);
                boolean warned = isWarned(step, action.list("warnings"), named);
                cases.computeIfAbsent(new ActionPair(step.actionType(), step.nodeType()), pair -> new ArrayList<>())
                        .add(new ActionCase(action.text("id"), step, steps.subList(0, i), warned, recoveries.get(i)));
            }
            return cases;
        }

        /**
         * Whether an action names a warning of its own type, or one that none of its sequence has named: it may be what
         * the agent did instead. Adapters name what a session began with in each of its actions.
         */
        private static boolean isWarned(Step step, List<Map<String, Object>> warnings, Set<Object> named) {
            boolean warned = false;
            for (Map<String, Object> warning : warnings) {
                warned |= named.add(warning.get("id")) || step.actionType().equals(warning.get("action_type"));
            }
            return warned;
        }

        /** For each step the first action type that succeeded after it. */
        private static List<String> recoveries(List<Step> steps) {
            ArrayDeque<String> recoveries = new ArrayDeque<>();
            String next = "";
            for (Step step : steps.reversed()) {
                recoveries.addFirst(next);
                next = step.failed() ? next : step.actionType();
            }
            return new ArrayList<>(recoveries);
        }
    }

    /**
     * The occurrences of one context in one sequence: actions, failed actions, and the first recovery.
     */
    static final class ContextOccurrence {
        private final List<String> failed = new ArrayList<>();
        private long actions;
        private String recovery = "";

        void add(ActionCase one) {
            actions++;
            if (one.step().failed()) {
                failed.add(one.id());
                recovery = recovery.isEmpty() ? one.recovery() : recovery;
            }
        }

        long actions() {
            return actions;
        }

        long failures() {
            return failed.size();
        }

        /** Ids of the failed actions. */
        List<String> failed() {
            return failed;
        }

        /** '' for none. */
        String recovery() {
            return recovery;
        }
    }
}
