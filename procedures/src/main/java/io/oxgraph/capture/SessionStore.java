package io.oxgraph.capture;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.LockedNode;
import io.oxgraph.graph.NodeTimes;
import io.oxgraph.text.Identifiers;
import java.time.Duration;
import java.time.ZonedDateTime;
import org.neo4j.graphdb.Node;
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

    /** Finds or creates the session, and locks it. */
    LockedNode lock(String sessionId, ZonedDateTime startedAt) {
        return LockedNode.of(tx, Labels.SESSION, workspaceId, Identifiers.sessionId(workspaceId, sessionId), node -> {
            node.setProperty("session_id", sessionId);
            node.setProperty(Keys.CREATED_AT, now);
            node.setProperty("started_at", startedAt);
        });
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
            NodeTimes.lower(session, FROM, from);
            raise(session, TO, to);
        }

        private static void raise(Node session, String key, ZonedDateTime time) {
            if (!(session.getProperty(key, null) instanceof ZonedDateTime known) || time.isAfter(known)) {
                session.setProperty(key, time.plus(AHEAD));
            }
        }
    }
}
