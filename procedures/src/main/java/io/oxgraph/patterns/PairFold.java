package io.oxgraph.patterns;

import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The life of the keys of one pair, which share the pair's number of actions. */
final class PairFold {
    static final String MARKED = "marked";

    private final String workspaceId;
    private final Pair pair;
    private final Rules rules;
    private final Window window;
    private final Map<String, KeyFold> keys = new TreeMap<>();
    private ZonedDateTime position;
    private ZonedDateTime pending;
    private boolean late;

    PairFold(
            String workspaceId,
            Pair pair,
            Rules rules,
            Map<String, Object> tally,
            Collection<Map<String, Object>> storedKeys) {
        Fields fields = new Fields(tally);
        this.workspaceId = workspaceId;
        this.pair = pair;
        this.rules = rules;
        this.window = Window.of(fields.list("days"), List.of(), fields.list("day_actions"));
        this.position = fields.time("position_at");
        this.pending = fields.time("pending_at");
        storedKeys.forEach(stored -> {
            String errorCode = new Fields(stored).text("error_code");
            keys.put(errorCode, new KeyFold(workspaceId, pair, errorCode, rules, stored));
        });
    }

    /** Counts points in the order of their instants; an instant is judged when the next one begins. */
    void count(List<Point> points, FoldResult result) {
        late = points.stream().anyMatch(this::isLate);
        if (!late) {
            points.forEach(point -> count(point, result));
        }
    }

    /** Its instant has been judged without it. */
    private boolean isLate(Point point) {
        return (position != null && !point.countedAt().isAfter(position))
                || (pending != null && point.countedAt().isBefore(pending));
    }

    private void count(Point point, FoldResult result) {
        if (pending != null && point.countedAt().isAfter(pending)) {
            finish();
        }
        pending = point.countedAt();
        window.add(Days.of(point.closesAt()), 0, point.actions());
        point.counts().forEach((errorCode, count) -> {
            KeyFold key =
                    keys.computeIfAbsent(errorCode, code -> new KeyFold(workspaceId, pair, code, rules, Map.of()));
            key.count(point, count);
            result.evidence(key, pair, point.sequenceId());
        });
    }

    /** Judges the instant under way; all of its sequences must be in. */
    void finish() {
        if (pending != null && !late) {
            window.dropBefore(Days.of(pending) - rules.windowDays());
            keys.values().forEach(key -> key.evaluate(pending, window.actions()));
            position = pending;
            pending = null;
        }
    }

    void collect(FoldResult result) {
        result.tallies().add(Map.of("id", pair.tallyId(workspaceId), "properties", late ? lateMark() : stored()));
        if (!late) {
            keys.values().forEach(key -> key.collect(result));
        }
    }

    private static Map<String, Object> lateMark() {
        return Map.of("refold", MARKED);
    }

    private Map<String, Object> stored() {
        Map<String, Object> values = new HashMap<>();
        values.put("action_type", pair.actionType());
        values.put("node_type", pair.storedNodeType());
        values.put("position_at", position);
        values.put("pending_at", pending);
        values.put("settings_digest", rules.digest());
        values.put("days", window.days());
        values.put("day_actions", window.dayActions());
        return values;
    }
}
