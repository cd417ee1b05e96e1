package io.oxgraph.patterns;

import io.oxgraph.patterns.DayWindow.Days;
import io.oxgraph.patterns.FoldResult.Fields;
import io.oxgraph.patterns.PatternKey.ActionPair;
import io.oxgraph.patterns.PromotionRules.Verdict;
import io.oxgraph.situation.CalibrationRecord;
import io.oxgraph.situation.Situation.Counts;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Folds the keys of one pair, which share the pair's number of actions. */
final class PairFold {
    static final String REFOLD_MARKED = "marked";
    private static final List<String> LISTS =
            List.of(DayWindow.ACTIONS, DayWindow.FAILURES, DayWindow.TARGETED_FAILURES, DayWindow.SEQUENCES);

    private final StoredState standing;
    private final ActionPair pair;
    private final PromotionRules rules;
    private final DayWindow window;
    private final Map<String, KeyFold> keys = new TreeMap<>();
    private final SituationFold situations;
    private ZonedDateTime position;
    private ZonedDateTime pending;
    private ZonedDateTime countedTo;
    private String countedToId;
    private final ZonedDateTime pruned;
    private boolean late;

    PairFold(StoredState standing, ActionPair pair, PromotionRules rules) {
        Map<String, Object> tally = standing.tally(pair);
        Fields fields = new Fields(tally);
        this.standing = standing;
        this.pair = pair;
        this.rules = rules;
        this.window = DayWindow.of(fields, LISTS);
        this.position = fields.time("position_at");
        this.pending = fields.time("pending_at");
        this.countedTo = fields.time("counted_to");
        this.countedToId = fields.text("counted_to_id");
        this.pruned = fields.time("pruned_at");
        standing.plainKeys(pair).forEach(stored -> open(new Fields(stored).text("error_code"), stored));
        this.situations = new SituationFold(
                rules, standing.contexts(pair, rules), standing.targets(pair), CalibrationRecord.of(tally));
    }

    private KeyFold open(String errorCode, Map<String, Object> stored) {
        return keys.computeIfAbsent(errorCode, code -> standing.open(PatternKey.plain(pair, code), rules, stored));
    }

    /** Counts points in order of their instants; an instant is judged when the next one begins. */
    void count(List<SequencePoint> points, FoldResult result) {
        late = points.stream().anyMatch(this::isLate);
        if (!late) {
            points.forEach(point -> count(point, result));
        }
    }

    /**
     * Whether the point arrives too late: its instant was judged already, a later closed sequence was counted already,
     * or its targets' counts were pruned. The pair is then refolded.
     */
    private boolean isLate(SequencePoint point) {
        return (position != null && !point.countedAt().isAfter(position))
                || (pending != null && point.countedAt().isBefore(pending))
                || (pruned != null && point.closesAt().isBefore(pruned))
                || (countedTo != null && !isAfterCounted(point));
    }

    private boolean isAfterCounted(SequencePoint point) {
        int order = point.closesAt().toInstant().compareTo(countedTo.toInstant());
        return order > 0 || (order == 0 && point.sequenceId().compareTo(countedToId) > 0);
    }

    private void count(SequencePoint point, FoldResult result) {
        if (pending != null && point.countedAt().isAfter(pending)) {
            finish(result);
        }
        pending = point.countedAt();
        countedTo = point.closesAt();
        countedToId = point.sequenceId();
        long day = Days.of(point.closesAt());
        window.dropBefore(day - rules.windowDays());
        situations.count(point, counts(), targetsTell(), result);
        window.add(day, point.actions(), failures(point), targetedFailures(point), 1);
        point.counts().forEach((errorCode, count) -> {
            KeyFold key = open(errorCode, Map.of());
            key.count(point, count);
            result.evidence(key, point.sequenceId(), null);
        });
    }

    private static long failures(SequencePoint point) {
        return point.cases().stream().filter(one -> one.step().failed()).count();
    }

    private static long targetedFailures(SequencePoint point) {
        return point.cases().stream()
                .filter(one -> one.step().failed() && one.step().target() != null)
                .count();
    }

    private Counts counts() {
        return new Counts(window.sum(DayWindow.ACTIONS), window.sum(DayWindow.FAILURES));
    }

    /** Whether targets are known before actions: not when only successes have one. */
    private boolean targetsTell() {
        return window.sum(DayWindow.FAILURES) == 0 || window.sum(DayWindow.TARGETED_FAILURES) > 0;
    }

    /** Judges the current instant; all its sequences must be added. */
    void finish(FoldResult result) {
        if (pending != null && !late) {
            long first = Days.of(pending) - rules.windowDays();
            window.dropBefore(first);
            keys.values().forEach(key -> {
                key.dropBefore(first);
                key.evaluate(pending, verdict(key));
            });
            situations.finish(pending, counts(), result);
            position = pending;
            pending = null;
        }
    }

    private Verdict verdict(KeyFold key) {
        long samples = key.window().sum(DayWindow.SEQUENCES);
        return rules.verdict(samples, key.window().sum(DayWindow.ACTIONS), window.sum(DayWindow.ACTIONS));
    }

    /** After a fold made anew: see {@link KeyFold#keepMarks}. */
    void keepMarks() {
        keys.values().forEach(KeyFold::keepMarks);
        situations.keepMarks();
    }

    void collect(FoldResult result) {
        String id = pair.tallyId(standing.workspaceId());
        result.tallies().add(Map.of("id", id, "properties", late ? lateMark() : stored()));
        if (!late) {
            keys.values().forEach(key -> key.collect(result));
            situations.collect(result);
        }
    }

    private static Map<String, Object> lateMark() {
        return Map.of("refold", REFOLD_MARKED);
    }

    private Map<String, Object> stored() {
        Map<String, Object> values = new HashMap<>(situations.stored());
        values.put("action_type", pair.actionType());
        values.put("node_type", pair.storedNodeType());
        values.put("position_at", position);
        values.put("pending_at", pending);
        values.put("counted_to", countedTo);
        values.put("counted_to_id", countedToId);
        values.put("settings_digest", rules.digest());
        window.store(values);
        return values;
    }
}
