package io.oxgraph.patterns;

import io.oxgraph.statistics.Wilson;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The life of one key: what has been counted, and which version of its pattern stands. */
final class KeyFold {
    private static final double Z_95 = 1.96;
    private static final String CANDIDATE = "candidate";
    private static final String ACTIVE = "active";
    private static final String DELETED = "deleted";
    private static final String SUPERSEDED = "superseded";

    private final Pair pair;
    private final String errorCode;
    private final String id;
    private final Rules rules;
    private final Window window;
    private final Recoveries recoveries;
    private final Versions versions;
    private String status;
    private long version;
    private long total;
    private double confidence;
    private double writtenConfidence;
    private ZonedDateTime firstSeen;
    private ZonedDateTime lastSeen;
    private ZonedDateTime lapsesAfter;
    private ZonedDateTime pendingFrom;

    KeyFold(String workspaceId, Pair pair, String errorCode, Rules rules, Map<String, Object> stored) {
        Fields fields = new Fields(stored);
        this.pair = pair;
        this.errorCode = errorCode;
        this.rules = rules;
        this.id = pair.keyId(workspaceId, errorCode);
        this.window = Window.of(fields.list("days"), fields.list("day_sequences"), fields.list("day_actions"));
        this.recoveries = Recoveries.of(fields.list("recovery_action_types"), fields.list("recovery_counts"));
        this.versions = new Versions(workspaceId, id, fields.list("versions"));
        this.status = fields.text("fold_status").isEmpty() ? CANDIDATE : fields.text("fold_status");
        this.version = Math.round(fields.number("version", 0));
        this.total = Math.round(fields.number("total_count", 0));
        this.confidence = fields.number("evidence_confidence", 0);
        this.writtenConfidence = fields.number("written_confidence", 0);
        this.firstSeen = fields.time("first_seen");
        this.lastSeen = fields.time("last_seen");
        this.lapsesAfter = fields.time("lapses_after");
        this.pendingFrom = fields.time("pending_from");
    }

    /** The node that a sequence counted now is evidence of. */
    String holderId() {
        return isActive() ? versions.id(version) : id;
    }

    boolean isActive() {
        return ACTIVE.equals(status);
    }

    String errorCode() {
        return errorCode;
    }

    /**
     * Adds a sequence of the instant under way; the rules wait until all of the instant's are in. Points come in the
     * order in which they closed, so the first one tells whether the pattern had faded away before.
     */
    void count(Point point, Point.Count count) {
        if (pendingFrom == null) {
            lapse(point.closesAt());
            pendingFrom = point.closesAt();
        }
        window.add(Days.of(point.closesAt()), 1, count.actions());
        recoveries.add(count.recovery());
        if (firstSeen == null || point.startedAt().isBefore(firstSeen)) {
            firstSeen = point.startedAt();
        }
        if (lastSeen == null || point.endedAt().isAfter(lastSeen)) {
            lastSeen = point.endedAt();
        }
    }

    /** Applies the rules to the counts as they stand at {@code instant}. */
    void evaluate(ZonedDateTime instant, long pairActions) {
        if (pendingFrom == null) {
            lapse(instant);
        }
        window.dropBefore(Days.of(instant) - rules.windowDays());
        total = pairActions;
        double before = confidence;
        confidence = total == 0 ? 0 : (double) window.actions() / total;
        judge(instant, before);
        lapsesAfter = isActive() ? rules.lapsesAfter(confidence, lastSeen) : null;
        pendingFrom = null;
    }

    /** What faded away before it was seen again. */
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
        } else if (rules.promotes(window.sequences(), confidence)
                && (CANDIDATE.equals(status) || pendingFrom != null)) {
            String rule = CANDIDATE.equals(status) ? "promoted" : "promoted_anew";
            write(instant, rule, status);
        }
    }

    private void judgeActive(ZonedDateTime instant, double before) {
        if (rules.retires(confidence) && !versions.isAnnotated(version)) {
            versions.change(version).putAll(figures());
            retire(instant, confidence);
        } else if (rules.supersedes(writtenConfidence, confidence)) {
            supersede(instant, before);
        } else {
            versions.change(version).putAll(figures());
        }
    }

    /** What ageing has made of the old version's confidence depends on when it ran; what was judged last does not. */
    private void supersede(ZonedDateTime instant, double before) {
        Map<String, Object> old = versions.change(version);
        old.put("confidence", before);
        old.put("status", SUPERSEDED);
        old.put("superseded_at", instant);
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
    }

    /** A new version, from the counts as they stand. */
    private void write(ZonedDateTime instant, String rule, String from) {
        List<String> holders = version == 0 ? List.of(id) : List.of(id, versions.id(version));
        version++;
        status = ACTIVE;
        writtenConfidence = confidence;
        Map<String, Object> node = versions.create(version);
        node.putAll(identity());
        node.putAll(figures());
        node.put("promoted_at", instant);
        node.put("evidence_holders", holders);
        node.put("evidence_since", Days.start(Days.of(instant) - rules.windowDays()));
        node.put("superseded_at", null);
        node.put("deleted_at", null);
        versions.transition(version, rule, from, ACTIVE, instant, inputs());
    }

    private Map<String, Object> identity() {
        Map<String, Object> values = new HashMap<>();
        values.put("name", pair.actionType() + ":" + pair.nodeType() + ":" + errorCode);
        values.put("action_type", pair.actionType());
        values.put("node_type", pair.storedNodeType());
        values.put("error_code", errorCode);
        values.put("version", version);
        return values;
    }

    private Map<String, Object> figures() {
        List<Double> interval = Wilson.interval(window.actions(), total, Z_95);
        Map<String, Object> values = counts();
        values.put("status", status);
        values.put("interval_low", interval.get(0));
        values.put("interval_high", interval.get(1));
        values.put("deleted_at", null);
        values.put("next_action_type", recoveries.best().map(Map.Entry::getKey).orElse(null));
        values.put("next_count", recoveries.best().map(Map.Entry::getValue).orElse(null));
        return values;
    }

    private Map<String, Object> counts() {
        Map<String, Object> values = new HashMap<>();
        values.put("sample_count", window.sequences());
        values.put("action_count", window.actions());
        values.put("total_count", total);
        values.put("evidence_confidence", confidence);
        values.put("confidence", confidence);
        values.put("first_seen", firstSeen);
        values.put("last_seen", lastSeen);
        return values;
    }

    private Map<String, Number> inputs() {
        Map<String, Number> inputs = new LinkedHashMap<>();
        inputs.put("sample_count", window.sequences());
        inputs.put("action_count", window.actions());
        inputs.put("total_count", total);
        inputs.put("confidence", confidence);
        inputs.put("written_confidence", writtenConfidence);
        inputs.put("promote_samples", rules.promoteSamples());
        inputs.put("promote_confidence", rules.promoteConfidence());
        inputs.put("supersede_shift", rules.supersedeShift());
        return inputs;
    }

    void collect(FoldResult result) {
        result.keys().add(Map.of("id", id, "properties", stored()));
        versions.collect(result);
    }

    private Map<String, Object> stored() {
        Map<String, Object> values = new HashMap<>();
        values.put("action_type", pair.actionType());
        values.put("node_type", pair.storedNodeType());
        values.put("error_code", errorCode);
        values.put("fold_status", status);
        values.put("version", version);
        values.put("written_confidence", writtenConfidence);
        // What was judged last, also while the next instant is under way: the rules go on from it.
        values.put("evidence_confidence", confidence);
        values.put("first_seen", firstSeen);
        values.put("last_seen", lastSeen);
        values.put("lapses_after", lapsesAfter);
        values.put("pending_from", pendingFrom);
        values.put("days", window.days());
        values.put("day_sequences", window.daySequences());
        values.put("day_actions", window.dayActions());
        values.put("recovery_action_types", recoveries.actionTypes());
        values.put("recovery_counts", recoveries.counts());
        if (pendingFrom == null) {
            values.putAll(counts());
            values.put("status", status);
            values.put("pattern_id", version == 0 ? null : versions.id(version));
        }
        return values;
    }
}
