package io.oxgraph.patterns;

import io.oxgraph.patterns.DayWindow.Days;
import io.oxgraph.patterns.FoldResult.Fields;
import io.oxgraph.patterns.PatternKey.ActionPair;
import io.oxgraph.patterns.SequencePoint.ActionCase;
import io.oxgraph.patterns.SequencePoint.ContextOccurrence;
import io.oxgraph.situation.CalibrationRecord;
import io.oxgraph.situation.Contexts;
import io.oxgraph.situation.Estimate;
import io.oxgraph.situation.Situation;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.situation.Situation.Step;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Folds the situations of one pair's actions: counts by context and by target, and the calibration record. */
final class SituationFold {
    private final PromotionRules rules;
    private final ContextFold contexts;
    private final NodeTallies targets;
    private final CalibrationRecord ledger;

    SituationFold(PromotionRules rules, ContextFold contexts, NodeTallies targets, CalibrationRecord ledger) {
        this.rules = rules;
        this.contexts = contexts;
        this.targets = targets;
        this.ledger = ledger;
    }

    /**
     * Counts a sequence. Situations and estimates use only what was known before it (prequential).
     *
     * @param plain counts of the pair, without this sequence
     * @param targetsTell whether targets are known before actions
     */
    void count(SequencePoint point, Counts plain, boolean targetsTell, FoldResult result) {
        long day = Days.of(point.closesAt());
        long first = day - rules.windowDays();
        List<Situation> situations = point.cases().stream()
                .map(one -> Situation.of(
                        one.before(), one.step(), targets.counts(one.step().target(), first)))
                .toList();
        for (int i = 0; i < situations.size(); i++) {
            note(day, first, point.cases().get(i), situations.get(i), plain, targetsTell);
        }
        contexts.count(point, occurrences(point.cases(), situations), result);
        point.cases()
                .forEach(one -> targets.add(one.step().target(), day, one.step().failed()));
    }

    /**
     * Records the estimate and outcome of an action, unless the agent was warned, which may have changed the outcome.
     */
    private void note(long day, long first, ActionCase one, Situation situation, Counts plain, boolean targetsTell) {
        if (!one.warned()) {
            Estimate.CountLookup seen = (family, value) ->
                    family.isPromoted() ? contexts.counts(family, value, first) : targets.counts(value, first);
            ledger.add(
                    day,
                    Estimate.of(situation, plain, seen, targetsTell),
                    one.step().failed());
        }
    }

    private static Map<String, ContextOccurrence> occurrences(List<ActionCase> cases, List<Situation> situations) {
        Map<String, ContextOccurrence> occurrences = new LinkedHashMap<>();
        for (int i = 0; i < situations.size(); i++) {
            ActionCase one = cases.get(i);
            situations.get(i).values().forEach((family, value) -> {
                if (family.isPromoted()) {
                    occurrences
                            .computeIfAbsent(family.context(value), context -> new ContextOccurrence())
                            .add(one);
                }
            });
        }
        return occurrences;
    }

    void finish(ZonedDateTime instant, Counts plain, FoldResult result) {
        ledger.dropBefore(Days.of(instant) - rules.windowDays());
        contexts.finish(instant, plain, result);
    }

    /** After a fold made anew: see {@link KeyFold#keepMarks}. */
    void keepMarks() {
        contexts.keepMarks();
    }

    void collect(FoldResult result) {
        contexts.collect(result);
        targets.collect(result);
    }

    /** The calibration lists of the pair's tally. */
    Map<String, Object> stored() {
        return ledger.stored();
    }

    /** Counts of a pair by target. */
    static final class NodeTallies {
        private static final List<String> LISTS = List.of(DayWindow.ACTIONS, DayWindow.FAILURES);

        private final String workspaceId;
        private final ActionPair pair;
        private final Map<String, Map<String, Object>> stored;
        private final Map<String, DayWindow> windows = new HashMap<>();
        private final Map<String, DayWindow> changed = new LinkedHashMap<>();

        /** @param stored stored node_tallies by id, of any pair */
        NodeTallies(String workspaceId, ActionPair pair, Map<String, Map<String, Object>> stored) {
            this.workspaceId = workspaceId;
            this.pair = pair;
            this.stored = stored;
        }

        /** Ids of the node_tallies that a fold of these sequences needs. */
        static Collection<String> idsOf(String workspaceId, List<Map<String, Object>> sequences) {
            Set<String> ids = new LinkedHashSet<>();
            sequences.forEach(sequence -> new Fields(sequence)
                    .<Map<String, Object>>list("actions").stream()
                            .map(Step::of)
                            .filter(step -> step.target() != null)
                            .forEach(step -> ids.add(Contexts.nodeTallyId(
                                    workspaceId, step.actionType(), step.nodeType(), step.target()))));
            return ids;
        }

        /** Counts over the days from {@code first} on; none without a target. */
        Counts counts(String target, long first) {
            if (target == null) {
                return Counts.NONE;
            }
            DayWindow window = window(target);
            window.dropBefore(first);
            return new Counts(window.sum(DayWindow.ACTIONS), window.sum(DayWindow.FAILURES));
        }

        void add(String target, long day, boolean failed) {
            if (target != null) {
                DayWindow window = window(target);
                window.add(day, 1, failed ? 1 : 0);
                changed.put(id(target), window);
            }
        }

        private DayWindow window(String target) {
            return windows.computeIfAbsent(
                    target, t -> DayWindow.of(new Fields(stored.getOrDefault(id(t), Map.of())), LISTS));
        }

        private String id(String target) {
            return Contexts.nodeTallyId(workspaceId, pair.actionType(), pair.nodeType(), target);
        }

        void collect(FoldResult result) {
            changed.forEach((id, window) -> {
                Map<String, Object> properties = new HashMap<>();
                properties.put("action_type", pair.actionType());
                properties.put("node_type", pair.storedNodeType());
                properties.put("last_day", window.lastDay());
                window.store(properties);
                result.nodeTallies().add(Map.of("id", id, "properties", properties));
            });
        }
    }
}
