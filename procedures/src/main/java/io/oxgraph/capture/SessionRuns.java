package io.oxgraph.capture;

import io.oxgraph.model.Session;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.neo4j.graphdb.Node;

/**
 * The runs of a session: an agent may end one and start it again by the same id. What stands on the node itself is the
 * last run's; three lists keep the end, the outcome and the intent of each earlier one, so that what a run did is judged
 * by its own end.
 */
final class SessionRuns {
    /** The most earlier runs that a session keeps; the oldest beyond are forgotten, their sequences stay as they are. */
    static final int KEPT = 1000;

    private static final String INTENT = "intent";
    private static final String OUTCOME = "outcome";
    private static final String ENDED_AT = "ended_at";
    private static final String STARTED_AT = "started_at";
    private static final String ENDS = "earlier_ended_at";
    private static final String OUTCOMES = "earlier_outcomes";
    private static final String INTENTS = "earlier_intents";

    private final Node node;
    private final List<ZonedDateTime> ends;
    private final List<String> outcomes;
    private final List<String> intents;

    /** The runs of a locked session. */
    SessionRuns(Node node) {
        this.node = node;
        this.ends = list(ENDS, new ZonedDateTime[0]);
        this.outcomes = list(OUTCOMES, new String[0]);
        this.intents = list(INTENTS, new String[0]);
    }

    /**
     * The times within which a write changed what sequences take from their session.
     *
     * @param to null for the session's last action
     */
    record Changed(ZonedDateTime from, ZonedDateTime to) {}

    /**
     * Writes intent, outcome and end to the run that they are of.
     *
     * @param lastAction when the session's last action began; null without one
     * @return null when nothing changed
     */
    Changed write(Session session, ZonedDateTime lastAction) {
        int earlier = earlierRun(session);
        if (earlier >= 0) {
            boolean changed = replace(outcomes, earlier, session.outcome());
            changed |= replace(intents, earlier, session.intent());
            if (!changed) {
                return null;
            }
            store();
            return new Changed(beginOf(earlier), ends.get(earlier));
        }
        ZonedDateTime begin = beginOf(ends.size());
        boolean changed = isNewRun(session, lastAction);
        if (changed) {
            keepLast();
        }
        changed |= set(node, INTENT, session.intent());
        changed |= set(node, OUTCOME, session.outcome());
        changed |= set(node, ENDED_AT, session.endedAt());
        return changed ? new Changed(begin, null) : null;
    }

    /** The earlier run to which a late or repeated write belongs; -1 for the last run. */
    private int earlierRun(Session session) {
        ZonedDateTime time = session.endedAt();
        // Without an end an outcome is that of the whole: an import's.
        if (time == null && session.outcome() == null) {
            time = session.startedAt();
        }
        for (int i = 0; time != null && i < ends.size(); i++) {
            if (!time.isAfter(ends.get(i))) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Whether the session goes on after its end: it is started anew, or ended again after further actions. An end without an
     * outcome that more follows was none: some agents report one after each of their turns.
     */
    private boolean isNewRun(Session session, ZonedDateTime lastAction) {
        if (!(node.getProperty(ENDED_AT, null) instanceof ZonedDateTime end)) {
            return false;
        }
        if (session.startedAt() != null) {
            return session.startedAt().isAfter(end);
        }
        return node.hasProperty(OUTCOME)
                && session.endedAt() != null
                && session.endedAt().isAfter(end)
                && lastAction != null
                && lastAction.isAfter(end);
    }

    /** Moves the last run to the earlier ones. Its intent stays until another is given. */
    private void keepLast() {
        ends.add((ZonedDateTime) node.removeProperty(ENDED_AT));
        outcomes.add(node.removeProperty(OUTCOME) instanceof String outcome ? outcome : "");
        intents.add((String) node.getProperty(INTENT, ""));
        if (ends.size() > KEPT) {
            List.of(ends, outcomes, intents).forEach(List::removeFirst);
        }
        store();
    }

    private ZonedDateTime beginOf(int run) {
        return run == 0 ? (ZonedDateTime) node.getProperty(STARTED_AT) : ends.get(run - 1);
    }

    private void store() {
        node.setProperty(ENDS, ends.toArray(ZonedDateTime[]::new));
        node.setProperty(OUTCOMES, outcomes.toArray(String[]::new));
        node.setProperty(INTENTS, intents.toArray(String[]::new));
    }

    /** Sets a property of a session; true when the value is given and differs. */
    static boolean set(Node node, String key, Object value) {
        if (value == null || value.equals(node.getProperty(key, null))) {
            return false;
        }
        node.setProperty(key, value);
        return true;
    }

    private static boolean replace(List<String> values, int index, String value) {
        return value != null && !value.equals(values.set(index, value));
    }

    private <T> List<T> list(String key, T[] none) {
        @SuppressWarnings("unchecked")
        T[] values = (T[]) node.getProperty(key, none);
        return new ArrayList<>(Arrays.asList(values));
    }
}
