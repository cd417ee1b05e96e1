package io.oxgraph.patterns;

import io.oxgraph.patterns.DayWindow.Days;
import io.oxgraph.patterns.FoldResult.Fields;
import io.oxgraph.patterns.PromotionRules.Verdict;
import io.oxgraph.patterns.SequencePoint.ContextOccurrence;
import io.oxgraph.statistics.ConfidenceIntervals.Wilson;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Folds one key: its counts, and the current version of its pattern. */
final class KeyFold {
    private static final double Z_95 = 1.96;
    private static final String CANDIDATE = "candidate";
    private static final String ACTIVE = "active";
    private static final String DELETED = "deleted";
    private static final String SUPERSEDED = "superseded";

    private final PatternKey key;
    private final String id;
    private final PromotionRules rules;
    private final DayWindow window;
    private final Recoveries recoveries;
    private final PatternVersions versions;
    private final FigureHistory history;
    private String status;
    private long version;
    private long total;
    private double confidence;
    private double writtenConfidence;
    private ZonedDateTime firstSeen;
    private ZonedDateTime lastSeen;
    private ZonedDateTime lapsesAfter;
    private ZonedDateTime pendingFrom;
    private Verdict verdict;
    private boolean changed;

    /**
     * @param stored the key's node; empty for a new one
     * @param standing its stored pattern versions
     */
    KeyFold(
            String workspaceId,
            PatternKey key,
            PromotionRules rules,
            Map<String, Object> stored,
            List<Map<String, Object>> standing) {
        Fields fields = new Fields(stored);
        this.key = key;
        this.rules = rules;
        this.id = key.id(workspaceId);
        this.window = DayWindow.of(fields, key.lists());
        this.recoveries = Recoveries.of(fields);
        this.versions = new PatternVersions(workspaceId, id, standing);
        this.status = fields.text("fold_status").isEmpty() ? CANDIDATE : fields.text("fold_status");
        this.version = Math.round(fields.number("version", 0));
        // A refold begins without a version, and without a past.
        this.history = version == 0 ? new FigureHistory() : FigureHistory.of(fields);
        this.total = Math.round(fields.number("total_count", 0));
        this.confidence = fields.number("evidence_confidence", 0);
        this.writtenConfidence = fields.number("written_confidence", 0);
        this.firstSeen = fields.time("first_seen");
        this.lastSeen = fields.time("last_seen");
        this.lapsesAfter = fields.time("lapses_after");
        this.pendingFrom = fields.time("pending_from");
    }

    /** The node whose evidence a sequence counted now is. */
    String holderId() {
        return isActive() ? versions.id(version) : id;
    }

    boolean isActive() {
        return ACTIVE.equals(status);
    }

    PatternKey key() {
        return key;
    }

    String id() {
        return id;
    }

    /** Whether it has ever been a pattern; such a key is never dropped. */
    boolean hasVersions() {
        return version > 0;
    }

    /** Counts by day: sequences and actions with the key and, of a context, all actions and sequences in it. */
    DayWindow window() {
        return window;
    }

    /**
     * Adds a sequence to the current instant; the rules run once all of them are added. Points come in closing order,
     * so the first one decides whether the pattern's confidence had decayed below the limit before.
     */
    void count(SequencePoint point, SequencePoint.Count count) {
        see(point);
        window.add(Days.of(point.closesAt()), 1, count.actions());
        recoveries.add(Days.of(point.closesAt()), count.recovery());
        changed = true;
    }

    /** The same for a context; a sequence without a failure counts only in the total. */
    void count(SequencePoint point, ContextOccurrence occurrence) {
        boolean failed = occurrence.failures() > 0;
        if (failed) {
            see(point);
        }
        long day = Days.of(point.closesAt());
        window.add(day, failed ? 1 : 0, occurrence.failures(), occurrence.actions(), 1);
        if (point.successful()) {
            recoveries.addSuccessful(day, occurrence.recovery());
        } else {
            recoveries.add(day, occurrence.recovery());
        }
        changed = true;
    }

    private void see(SequencePoint point) {
        if (pendingFrom == null) {
            lapse(point.closesAt());
            pendingFrom = point.closesAt();
        }
        if (firstSeen == null || point.startedAt().isBefore(firstSeen)) {
            firstSeen = point.startedAt();
        }
        if (lastSeen == null || point.endedAt().isAfter(lastSeen)) {
            lastSeen = point.endedAt();
        }
    }

    /** Drops the days before {@code first}. */
    void dropBefore(long first) {
        changed |= window.dropBefore(first);
        changed |= recoveries.dropBefore(first);
    }

    /** Applies the promotion rules to the counts of the window ending at {@code instant}. */
    void evaluate(ZonedDateTime instant, Verdict found) {
        if (pendingFrom == null) {
            lapse(instant);
        }
        double before = confidence;
        confidence = Verdict.share(window.sum(DayWindow.ACTIONS), found.total());
        // A plain pattern's figures are noted at each instant.
        changed |=
                pendingFrom != null || total != found.total() || confidence != before || (key.isPlain() && isActive());
        total = found.total();
        verdict = found;
        judge(instant, before);
        lapsesAfter = isActive() ? rules.lapsesAfter(confidence, lastSeen) : null;
        if (isActive()) {
            history.record(
                    FigureHistory.Figures.of(instant, window, lastSeen, found).then(recoveries.best()));
        }
        pendingFrom = null;
    }

    /** Retires a pattern whose confidence decayed below the limit before it was seen again. */
    private void lapse(ZonedDateTime until) {
        if (isActive() && lapsesAfter != null && lapsesAfter.isBefore(until) && !versions.isAnnotated(version)) {
            double lapsed = rules.lapsedConfidence(confidence);
            versions.change(version).put("confidence", lapsed);
            retire(lapsesAfter, lapsed);
        }
    }

    private void judge(ZonedDateTime instant, double before) {
        if (isActive()) {
            judgeActive(instant, before);
        } else if (verdict.promotes() && (CANDIDATE.equals(status) || pendingFrom != null)) {
            String rule = CANDIDATE.equals(status) ? "promoted" : "promoted_anew";
            write(instant, rule, status);
        }
    }

    private void judgeActive(ZonedDateTime instant, double before) {
        if (verdict.retires() && !versions.isAnnotated(version)) {
            versions.change(version).putAll(figures());
            retire(instant, confidence);
        } else if (rules.supersedes(writtenConfidence, confidence)) {
            supersede(instant, before);
        } else {
            versions.change(version).putAll(figures());
        }
    }

    /** The old version gets the confidence judged last: the decayed one depends on when the decay pass ran. */
    private void supersede(ZonedDateTime instant, double before) {
        Map<String, Object> old = versions.change(version);
        old.put("confidence", before);
        old.put("status", SUPERSEDED);
        old.put("superseded_at", instant);
        old.put("deleted_at", null);
        versions.transition(version, SUPERSEDED, ACTIVE, SUPERSEDED, instant, inputs());
        write(instant, "supersedes", null);
    }

    private void retire(ZonedDateTime at, double low) {
        Map<String, Object> old = versions.change(version);
        old.put("status", DELETED);
        old.put("deleted_at", at);
        Map<String, Number> inputs = Map.of("confidence", low, "retire_confidence", rules.retireConfidence());
        versions.transition(version, "retired", ACTIVE, DELETED, at, inputs);
        status = DELETED;
        changed = true;
    }

    /** Writes a new pattern version from the current counts. */
    private void write(ZonedDateTime instant, String rule, String from) {
        List<String> holders = version == 0 ? List.of(id) : List.of(id, versions.id(version));
        version++;
        status = ACTIVE;
        changed = true;
        writtenConfidence = confidence;
        Map<String, Object> node = versions.create(version);
        node.putAll(key.patternProperties());
        node.put("version", version);
        node.putAll(figures());
        node.put("promoted_at", instant);
        node.put("evidence_holders", holders);
        node.put("evidence_since", Days.start(Days.of(instant) - rules.windowDays()));
        node.put("superseded_at", null);
        node.put("deleted_at", null);
        versions.transition(version, rule, from, ACTIVE, instant, inputs());
    }

    private Map<String, Object> figures() {
        List<Double> interval = Wilson.interval(window.sum(DayWindow.ACTIONS), total, Z_95);
        Recoveries.Best best = recoveries.best();
        Map<String, Object> values = counts();
        values.put("status", status);
        values.put("interval_low", interval.get(0));
        values.put("interval_high", interval.get(1));
        values.put("deleted_at", null);
        values.put("next_action_type", best.actionType());
        values.put("next_count", best.count());
        if (!key.isPlain()) {
            values.putAll(verdict.figures());
            values.put("next_total", best.total());
        }
        return values;
    }

    private Map<String, Object> counts() {
        Map<String, Object> values = new HashMap<>();
        values.put("sample_count", window.sum(DayWindow.SEQUENCES));
        values.put("action_count", window.sum(DayWindow.ACTIONS));
        values.put("total_count", total);
        values.put("evidence_confidence", confidence);
        values.put("confidence", confidence);
        values.put("first_seen", firstSeen);
        values.put("last_seen", lastSeen);
        return values;
    }

    private Map<String, Number> inputs() {
        Map<String, Number> inputs = new LinkedHashMap<>();
        inputs.put("sample_count", window.sum(DayWindow.SEQUENCES));
        inputs.put("action_count", window.sum(DayWindow.ACTIONS));
        inputs.put("total_count", total);
        inputs.put("confidence", confidence);
        inputs.put("written_confidence", writtenConfidence);
        inputs.put("promote_samples", rules.promoteSamples());
        inputs.put("promote_confidence", rules.promoteConfidence());
        inputs.put("supersede_shift", rules.supersedeShift());
        inputs.putAll(verdict.figures());
        return inputs;
    }

    /** After a fold made anew: what an operator said of the pattern holds for the version that is the last one now. */
    void keepMarks() {
        versions.keepMarks(version);
    }

    /** Adds the changes to the result. */
    void collect(FoldResult result) {
        if (changed) {
            result.keys().add(Map.of("id", id, "properties", stored()));
        }
        versions.collect(result);
    }

    private Map<String, Object> stored() {
        Map<String, Object> values = key.properties();
        values.put("fold_status", status);
        values.put("version", version);
        values.put("written_confidence", writtenConfidence);
        // The confidence judged last, also during the next instant: the rules continue from it.
        values.put("evidence_confidence", confidence);
        values.put("first_seen", firstSeen);
        values.put("last_seen", lastSeen);
        values.put("lapses_after", lapsesAfter);
        values.put("pending_from", pendingFrom);
        window.store(values);
        history.store(values);
        recoveries.store(values, key.isPlain());
        if (pendingFrom == null) {
            values.putAll(counts());
            values.put("status", status);
            values.put("pattern_id", version == 0 ? null : versions.id(version));
        }
        return values;
    }
}
