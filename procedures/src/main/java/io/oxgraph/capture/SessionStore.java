package io.oxgraph.capture;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.text.Identifiers;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/**
 * Finds, creates and locks session nodes; a session is locked before it is read, so that its writers are serialised.
 */
final class SessionStore {
    /** MERGE on the unique key locks the index entry: one writer creates, a concurrent one waits and finds. */
    private static final String MERGE =
            """
            MERGE (s:_mem:session {workspace_id: $workspace_id, id: $id})
            ON CREATE SET s.session_id = $session_id, s.created_at = $now, s.started_at = $started_at
            RETURN s""";

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
        return Identifiers.stableId(workspaceId, "session", List.of(sessionId));
    }

    /** Finds or creates the session, and locks it. */
    Locked lock(String sessionId, ZonedDateTime startedAt) {
        return Lookup.byId(tx, Labels.SESSION, workspaceId, id(sessionId))
                .flatMap(this::lock)
                .orElseGet(() -> merge(sessionId, startedAt));
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

    private Locked merge(String sessionId, ZonedDateTime startedAt) {
        Map<String, Object> parameters = Map.of(
                "workspace_id", workspaceId,
                "id", id(sessionId),
                "session_id", sessionId,
                "now", now,
                "started_at", startedAt);
        try (Result result = tx.execute(MERGE, parameters)) {
            Node node = (Node) result.next().get("s");
            result.accept(row -> true);
            boolean created = result.getQueryStatistics().getNodesCreated() > 0;
            tx.acquireWriteLock(node);
            return new Locked(node, created);
        }
    }

    /** The time range of a session that the sequence pass still has to process. */
    static final class PendingRange {
        private static final String FROM = "pending_from";
        private static final String TO = "pending_to";

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
                session.setProperty(key, time);
            }
        }
    }
}
