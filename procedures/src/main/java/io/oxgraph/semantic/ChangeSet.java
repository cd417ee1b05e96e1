package io.oxgraph.semantic;

import io.oxgraph.semantic.Memory.Status;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The changes of one call, in order, written at its end (unit of work). */
final class ChangeSet {
    private final ZonedDateTime now;
    private String runId;
    private final List<Transition> transitions = new ArrayList<>();
    private final Set<Memory> changed = new LinkedHashSet<>();
    private final Set<Memory> reweighed = new LinkedHashSet<>();
    private final Set<Edge> added = new LinkedHashSet<>();
    private final Set<Edge> removed = new LinkedHashSet<>();

    /**
     * A recorded status change with its rule and inputs.
     *
     * @param id null for a random id
     * @param from status before; null for a new memory
     */
    record Transition(
            String id, Memory memory, TransitionRule rule, Status from, Status to, Map<String, Object> inputs) {}

    /** The kinds of edges between memories. */
    enum Kind {
        SUPERSEDED_BY,
        CONTRADICTS
    }

    /** An edge between two memories. */
    record Edge(Kind kind, Memory from, Memory to) {}

    ChangeSet(ZonedDateTime now) {
        this.now = now;
    }

    ZonedDateTime now() {
        return now;
    }

    /** The pass run that makes the changes; null for a caller. */
    String runId() {
        return runId;
    }

    void by(String passRun) {
        this.runId = passRun;
    }

    List<Transition> transitions() {
        return transitions;
    }

    /** Memories whose properties changed. */
    Set<Memory> changed() {
        return changed;
    }

    /** Memories whose rank weight must be recomputed. */
    Set<Memory> reweighed() {
        return reweighed;
    }

    Set<Edge> added() {
        return added;
    }

    Set<Edge> removed() {
        return removed;
    }

    /** Records a transition without a status change. */
    void note(Memory memory, TransitionRule rule, Map<String, Object> inputs) {
        transitions.add(new Transition(null, memory, rule, memory.status, memory.status, inputs));
        changed.add(memory);
    }

    /** Records a statement, whose transition has a given id. */
    void state(String id, Memory memory, TransitionRule rule, Status from, Map<String, Object> inputs) {
        transitions.add(new Transition(id, memory, rule, from, memory.status, inputs));
        changed.add(memory);
    }

    /** Changes the status. */
    void turn(Memory memory, Status to, TransitionRule rule, Map<String, Object> inputs) {
        transitions.add(new Transition(null, memory, rule, memory.status, to, inputs));
        memory.turn(to, now);
        changed.add(memory);
        reweighed.add(memory);
    }

    /** Supersedes a memory; it stays active until a newer one that begins in the future, when a pass supersedes it. */
    void supersede(Memory older, Memory newer, Map<String, Object> inputs) {
        if (older.isActive() && newer.validFrom.isAfter(now)) {
            note(older, TransitionRule.SUPERSEDED, inputs);
            older.supersededFrom = older.validTo();
        } else {
            turn(older, Status.SUPERSEDED, TransitionRule.SUPERSEDED, inputs);
        }
        supersededBy(older, newer);
    }

    void change(Memory memory) {
        changed.add(memory);
    }

    void reweigh(Memory memory) {
        changed.add(memory);
        reweighed.add(memory);
    }

    void supersededBy(Memory older, Memory newer) {
        if (older.links().later().add(newer)) {
            add(new Edge(Kind.SUPERSEDED_BY, older, newer));
        }
    }

    void notSupersededBy(Memory older, Memory newer) {
        if (older.links().later().remove(newer)) {
            Edge edge = new Edge(Kind.SUPERSEDED_BY, older, newer);
            if (!added.remove(edge)) {
                removed.add(edge);
            }
            older.supersededFrom = null;
            change(older);
        }
    }

    /** Adds a contradiction, one edge per pair; false when it exists. */
    boolean contradicts(Memory newer, Memory older) {
        if (!newer.links().opposed().add(older)) {
            return false;
        }
        older.links().opposed().add(newer);
        add(new Edge(Kind.CONTRADICTS, newer, older));
        reweigh(newer);
        reweigh(older);
        return true;
    }

    private void add(Edge edge) {
        if (!removed.remove(edge)) {
            added.add(edge);
        }
    }

    /** The rule by which a memory changed, as recorded in its transition. */
    enum TransitionRule {
        REMEMBERED,
        MERGED,
        SUPERSEDED,
        CORRECTED,
        CONTRADICTED,
        REVIEWED,
        REVIVED,
        FORGOTTEN,
        RESTORED;

        /** As stored. */
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The inputs of a decision, as JSON. */
    static final class TransitionInputs {
        private TransitionInputs() {}

        static String json(Map<String, Object> inputs) {
            return inputs.entrySet().stream()
                    .map(entry -> quoted(entry.getKey()) + ":" + value(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }

        private static String value(Object value) {
            if (value instanceof ZonedDateTime time) {
                return quoted(DateTimeFormatter.ISO_INSTANT.format(time));
            }
            return value instanceof Number || value instanceof Boolean || value == null
                    ? String.valueOf(value)
                    : quoted(String.valueOf(value));
        }

        private static String quoted(String text) {
            return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        }
    }
}
