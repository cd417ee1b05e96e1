package io.oxgraph.capture;

import io.oxgraph.capture.SessionRuns.Changed;
import io.oxgraph.capture.SessionStore.PendingRange;
import io.oxgraph.graph.LockedNode;
import io.oxgraph.graph.NodeTimes;
import io.oxgraph.graph.SessionChain;
import io.oxgraph.graph.SessionChain.End;
import io.oxgraph.graph.Workspace;
import io.oxgraph.input.FieldReader;
import io.oxgraph.model.CaptureResults.SessionResult;
import io.oxgraph.model.CaptureResults.SessionsResult;
import io.oxgraph.model.Session;
import io.oxgraph.table.Limits;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Writes session properties. */
public final class SessionCapture {
    private final Transaction tx;
    private final String workspaceId;
    private final SessionStore nodes;
    private final ZonedDateTime now;

    private SessionCapture(Transaction tx, Workspace workspace, ZonedDateTime now) {
        this.tx = tx;
        this.workspaceId = workspace.id();
        this.now = now.withZoneSameInstant(ZoneOffset.UTC);
        this.nodes = new SessionStore(tx, workspace.id(), this.now);
    }

    /** Writes one session; missing fields stay unchanged. */
    public static SessionResult one(Transaction tx, String workspaceId, Map<String, Object> map, ZonedDateTime now) {
        Session session = SessionReader.read(map, "", now);
        Workspace workspace = Workspace.hold(tx, workspaceId);
        if (!workspace.memoryEnabled()) {
            return new SessionResult(session.sessionId(), false, Workspace.MEMORY_DISABLED);
        }
        boolean created = new SessionCapture(tx, workspace, now).write(session);
        return new SessionResult(session.sessionId(), created, "");
    }

    /** Writes several, all or nothing; an error names the item by index. */
    public static SessionsResult many(
            Transaction tx, String workspaceId, List<Map<String, Object>> maps, ZonedDateTime now) {
        List<Session> all = new ArrayList<>(maps.size());
        for (int i = 0; i < maps.size(); i++) {
            all.add(SessionReader.read(maps.get(i), "sessions[" + i + "].", now));
        }
        Workspace workspace = Workspace.hold(tx, workspaceId);
        if (!workspace.memoryEnabled()) {
            return new SessionsResult(0, 0, Workspace.MEMORY_DISABLED);
        }
        // The same lock order as capture's.
        all.sort(Comparator.comparing(Session::sessionId));
        SessionCapture sessions = new SessionCapture(tx, workspace, now);
        long created = all.stream().filter(sessions::write).count();
        return new SessionsResult(all.size(), created, "");
    }

    /** Writes a session; true when it is new. */
    private boolean write(Session session) {
        LockedNode locked = nodes.lock(session.sessionId(), startOf(session));
        Node node = locked.node();
        SessionRuns.set(node, "agent_id", session.agentId());
        SessionRuns.set(node, "model", session.model());
        if (session.startedAt() != null) {
            NodeTimes.lower(node, "started_at", session.startedAt());
        }
        End end = new SessionChain(tx, node, workspaceId, session.sessionId()).end();
        ZonedDateTime lastAction =
                end == null ? null : (ZonedDateTime) end.action().getProperty("started_at");
        Changed changed = new SessionRuns(node).write(session, lastAction);
        if (changed != null && end != null) {
            renew(node, changed, end);
        }
        return locked.created();
    }

    private ZonedDateTime startOf(Session session) {
        if (session.startedAt() != null) {
            return session.startedAt();
        }
        ZonedDateTime end = session.endedAt();
        return end != null && end.isBefore(now) ? end : now;
    }

    /** Marks the run that changed for the sequence pass; a session's start is never after its first action's. */
    private static void renew(Node session, Changed changed, End end) {
        PendingRange.learn(session);
        ZonedDateTime to = changed.to();
        PendingRange.widen(
                session,
                changed.from(),
                to != null ? to : (ZonedDateTime) end.action().getProperty("ended_at"));
    }

    /** Parses and validates a session; {@code invalid_input} names the offending field. */
    public static final class SessionReader {
        /** Outcomes of actions and sessions. */
        static final List<String> OUTCOMES = List.of("success", "failure");

        private static final Set<String> FIELDS =
                Set.of("session_id", "agent_id", "model", "intent", "outcome", "started_at", "ended_at");
        private static final int NAME = Limits.of("name");
        private static final int IDENTIFIER = Limits.of("id");
        private static final int INTENT = Limits.of("intent");

        private SessionReader() {}

        /**
         * Reads one session.
         *
         * @param prefix prefix of field names in error messages
         */
        public static Session read(Map<String, Object> map, String prefix, ZonedDateTime now) {
            FieldReader fields = new FieldReader(map, prefix, now);
            fields.allowOnly(FIELDS);
            Session session = new Session(
                    fields.required("session_id", IDENTIFIER),
                    fields.optional("agent_id", NAME),
                    fields.optional("model", NAME),
                    fields.optional("intent", INTENT),
                    fields.word("outcome", OUTCOMES),
                    fields.time("started_at"),
                    fields.time("ended_at"));
            if (session.startedAt() != null
                    && session.endedAt() != null
                    && session.endedAt().isBefore(session.startedAt())) {
                throw fields.refusal("ended_at", "lies before started_at");
            }
            return session;
        }
    }
}
