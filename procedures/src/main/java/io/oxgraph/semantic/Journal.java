package io.oxgraph.semantic;

import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the rules did to memories in one call, in order: what is to be written. */
final class Journal {
    private final ZonedDateTime now;
    private final List<Transition> transitions = new ArrayList<>();
    private final Set<Memory> changed = new LinkedHashSet<>();
    private final Set<Memory> reweighed = new LinkedHashSet<>();
    private final Set<Edge> added = new LinkedHashSet<>();
    private final Set<Edge> removed = new LinkedHashSet<>();

    /**
     * A change of state that explains itself.
     *
     * @param id null for a random one
     * @param from null for a new memory
     */
    record Transition(String id, Memory memory, Rule rule, Status from, Status to, Map<String, Object> inputs) {}

    /** The kinds of edges between memories that rules make and take away. */
    enum Kind {
        SUPERSEDED_BY,
        CONTRADICTS
    }

    /** An edge between two memories. */
    record Edge(Kind kind, Memory from, Memory to) {}

    Journal(ZonedDateTime now) {
        this.now = now;
    }

    ZonedDateTime now() {
        return now;
    }

    List<Transition> transitions() {
        return transitions;
    }

    /** Memories with other properties than before. */
    Set<Memory> changed() {
        return changed;
    }

    /** Memories whose contradictions weigh otherwise than before. */
    Set<Memory> reweighed() {
        return reweighed;
    }

    Set<Edge> added() {
        return added;
    }

    Set<Edge> removed() {
        return removed;
    }

    /** Notes a change that leaves the state as it is. */
    void note(Memory memory, Rule rule, Map<String, Object> inputs) {
        transitions.add(new Transition(null, memory, rule, memory.status, memory.status, inputs));
        changed.add(memory);
    }

    /** Notes a statement, whose transition has an id of its own. */
    void state(String id, Memory memory, Rule rule, Status from, Map<String, Object> inputs) {
        transitions.add(new Transition(id, memory, rule, from, memory.status, inputs));
        changed.add(memory);
    }

    /** Changes the state. */
    void turn(Memory memory, Status to, Rule rule, Map<String, Object> inputs) {
        transitions.add(new Transition(null, memory, rule, memory.status, to, inputs));
        memory.turn(to, now);
        changed.add(memory);
        reweighed.add(memory);
    }

    /** What begins only later leaves the older one standing until then. */
    void supersede(Memory older, Memory newer, Map<String, Object> inputs) {
        if (older.isActive() && newer.validFrom.isAfter(now)) {
            note(older, Rule.SUPERSEDED, inputs);
        } else {
            turn(older, Status.SUPERSEDED, Rule.SUPERSEDED, inputs);
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
        }
    }

    /** One edge a pair, whichever way it points; false when they are joined already. */
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
}
