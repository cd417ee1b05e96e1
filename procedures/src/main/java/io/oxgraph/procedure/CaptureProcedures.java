package io.oxgraph.procedure;

import io.oxgraph.capture.Capture;
import io.oxgraph.capture.SessionCapture;
import io.oxgraph.model.CaptureResults.CaptureManyResult;
import io.oxgraph.model.CaptureResults.CaptureResult;
import io.oxgraph.model.CaptureResults.SessionResult;
import io.oxgraph.model.CaptureResults.SessionsResult;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** Procedures that capture actions and sessions. */
public final class CaptureProcedures {
    @Context
    public Transaction tx;

    @Procedure(name = "oxgraph.capture", mode = Mode.WRITE)
    @Description("Captures one action with its references and its place in the session. Idempotent by id.")
    public Stream<CaptureResult> capture(
            @Name("workspace_id") String workspaceId,
            @Name("action") Map<String, Object> action,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, action, now, "action");
        return Stream.of(Capture.one(tx, workspaceId, action, now));
    }

    @Procedure(name = "oxgraph.capture_many", mode = Mode.WRITE)
    @Description("Captures a batch of actions, all or nothing.")
    public Stream<CaptureManyResult> captureMany(
            @Name("workspace_id") String workspaceId,
            @Name("actions") List<Map<String, Object>> actions,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, actions, now, "actions");
        return Stream.of(Capture.many(tx, workspaceId, actions, now));
    }

    @Procedure(name = "oxgraph.session", mode = Mode.WRITE)
    @Description("Writes properties of a session: agent, intent, outcome, start, end. Missing ones stay unchanged.")
    public Stream<SessionResult> session(
            @Name("workspace_id") String workspaceId,
            @Name("session") Map<String, Object> session,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, session, now, "session");
        return Stream.of(SessionCapture.one(tx, workspaceId, session, now));
    }

    @Procedure(name = "oxgraph.sessions_many", mode = Mode.WRITE)
    @Description("Writes properties of several sessions, all or nothing.")
    public Stream<SessionsResult> sessionsMany(
            @Name("workspace_id") String workspaceId,
            @Name("sessions") List<Map<String, Object>> sessions,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, sessions, now, "sessions");
        return Stream.of(SessionCapture.many(tx, workspaceId, sessions, now));
    }
}
