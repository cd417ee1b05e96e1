package io.oxgraph.capture;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.text.Identifiers;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Optional;
import org.neo4j.graphdb.ConstraintViolationException;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Transaction;

/**
 * Finds, creates and locks session nodes; a session is locked before it is read, so that its writers are serialised.
 */
final class SessionStore {
    private final Transaction tx;
    private final String workspaceId;
    private final ZonedDateTime now;

    SessionStore(Transaction tx, String workspaceId, ZonedDateTime now) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.now = now;
    }

    /** A session node, write-locked by this transaction. */
    record Locked(Node node, boolean created) {}

    /** Id of a session's node. */
    String id(String sessionId) {
        return Identifiers.sessionId(workspaceId, sessionId);
    }

    /**
     * Finds or creates the session, and locks it. One that was not met lately is mostly new: to create it says whether it
     * is, and is cheaper than to look first.
     */
    Locked lock(String sessionId, ZonedDateTime startedAt) {
        Optional<Locked> locked = Lookup.recentSession(tx, workspaceId, sessionId)
                .flatMap(this::lock)
                .or(() -> create(sessionId, startedAt));
        while (locked.isEmpty()) {
            locked = Lookup.session(tx, workspaceId, sessionId)
                    .flatMap(this::lock)
                    .or(() -> create(sessionId, startedAt));
        }
        return locked.get();
    }

    /** Empty when the node was deleted while waiting for the lock. */
    private Optional<Locked> lock(Node node) {
        try {
            tx.acquireWriteLock(node);
            return node.hasLabel(Labels.SESSION) ? Optional.of(new Locked(node, false)) : Optional.empty();
        } catch (NotFoundException e) {
            return Optional.empty();
        }
    }

    /**
     * Empty when there is one: the label that completes its key fails, after a transaction that creates it too has
     * ended.
     */
    private Optional<Locked> create(String sessionId, ZonedDateTime startedAt) {
        String id = id(sessionId);
        Node node = tx.createNode();
        node.setProperty(Keys.WORKSPACE_ID, workspaceId);
        node.setProperty(Keys.ID, id);
        node.setProperty("session_id", sessionId);
        node.setProperty(Keys.CREATED_AT, now);
        node.setProperty("started_at", startedAt);
        node.addLabel(Labels.SESSION);
        try {
            node.addLabel(Labels.MEM);
            Lookup.created(node, workspaceId, id);
            return Optional.of(new Locked(node, true));
        } catch (ConstraintViolationException e) {
            node.delete();
            requireSession(id, e);
            return Optional.empty();
        }
    }

    /** Throws when the id is that of a node of another kind. */
    private void requireSession(String id, ConstraintViolationException violation) {
        Optional<Node> other = Lookup.byId(tx, workspaceId, id);
        if (other.isPresent() && !other.get().hasLabel(Labels.SESSION)) {
            throw violation;
        }
    }

    /** The time range of a session that the sequence pass still has to process. */
    static final class PendingRange {
        private static final String FROM = "pending_from";
        private static final String TO = "pending_to";
        /**
         * The range ends later than its last action, so that the next ones leave the session's node as it is. To cut too
         * long a range anew changes nothing.
         */
        private static final Duration AHEAD = Duration.ofMinutes(10);

        private PendingRange() {}

        /** Marks a run whose outcome is known for the pass that learns how runs end. */
        static void learn(Node session) {
            if (session.hasProperty("outcome")) {
                session.setProperty("learn_at", session.getProperty("ended_at", session.getProperty("started_at")));
            }
        }

        /** Extends the range to include these times. */
        static void widen(Node session, ZonedDateTime from, ZonedDateTime to) {
            lower(session, FROM, from);
            raise(session, TO, to);
        }

        /** Sets a time to the earlier of the two. */
        static void lower(Node session, String key, ZonedDateTime time) {
            if (!(session.getProperty(key, null) instanceof ZonedDateTime known) || time.isBefore(known)) {
                session.setProperty(key, time);
            }
        }

        private static void raise(Node session, String key, ZonedDateTime time) {
            if (!(session.getProperty(key, null) instanceof ZonedDateTime known) || time.isAfter(known)) {
                session.setProperty(key, time.plus(AHEAD));
            }
        }
    }
}
