package io.oxgraph.procedure;

import io.oxgraph.archive.ArchiveReader;
import io.oxgraph.archive.ArchiveWriter;
import io.oxgraph.error.ErrorCode;
import io.oxgraph.guard.NamedLock;
import io.oxgraph.guard.WorkspaceMove;
import io.oxgraph.model.ArchiveResults.ArchiveChanges;
import io.oxgraph.model.ArchiveResults.ArchiveRow;
import io.oxgraph.model.ArchiveResults.HeldLock;
import io.oxgraph.model.ArchiveResults.ImportPosition;
import io.oxgraph.model.ArchiveResults.MoveResult;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** A workspace's way to another server, for `oxgraph workspace move`. What writes does so in a transaction of its own. */
public final class MoveProcedures {
    @Context
    public Transaction tx;

    @Context
    public GraphDatabaseService database;

    @Procedure(name = "oxgraph.move_fence", mode = Mode.WRITE)
    @Description(
            "On the source: what changed last, at a moment at which no transaction changes the workspace; from then on "
                    + "nothing writes it here. No row where transactions did not end in five seconds.")
    public Stream<ArchiveChanges> fence(
            @Name("workspace_id") String workspaceId,
            @Name("fence") String fence,
            @Name("since") Long since,
            @Name("limit") Long limit) {
        Arguments.required(workspaceId, since, limit, "since", "limit");
        return move(workspaceId)
                .fence(
                        Arguments.given("fence", fence),
                        (reading, position) -> new ArchiveReader(reading, workspaceId).changes(since, position, limit),
                        ArchiveChanges::complete)
                .stream();
    }

    @Procedure(name = "oxgraph.move_close", mode = Mode.WRITE)
    @Description("On the source: refuses reads of the workspace too, where the fence is this one.")
    public Stream<MoveResult> close(@Name("workspace_id") String workspaceId, @Name("fence") String fence) {
        Arguments.given("workspace_id", workspaceId);
        return Stream.of(new MoveResult(move(workspaceId).close(Arguments.given("fence", fence)) ? 1 : 0));
    }

    @Procedure(name = "oxgraph.move_release", mode = Mode.WRITE)
    @Description("On the source: serves the workspace again, where the fence is this one.")
    public Stream<MoveResult> release(@Name("workspace_id") String workspaceId, @Name("fence") String fence) {
        Arguments.given("workspace_id", workspaceId);
        return Stream.of(new MoveResult(move(workspaceId).release(Arguments.given("fence", fence)) ? 1 : 0));
    }

    @Procedure(name = "oxgraph.move_discard", mode = Mode.WRITE)
    @Description("On the source: marks a workspace that has moved as being deleted for good.")
    public Stream<MoveResult> discard(
            @Name("workspace_id") String workspaceId, @Name("fence") String fence, @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, now, now, "now");
        return Stream.of(new MoveResult(move(workspaceId).discard(Arguments.given("fence", fence), now) ? 1 : 0));
    }

    @Procedure(name = "oxgraph.move_begin", mode = Mode.WRITE)
    @Description("On the target: makes the workspace that moves here, or takes over what an earlier attempt has begun.")
    public Stream<ImportPosition> begin(
            @Name("name") String name,
            @Name("origin") String origin,
            @Name("attempt") String attempt,
            @Name("now") ZonedDateTime now) {
        Arguments.required(name, origin, now, "origin");
        return Stream.of(move(name).begin(name, origin, Arguments.given("attempt", attempt), now));
    }

    @Procedure(name = "oxgraph.move_rows", mode = Mode.WRITE)
    @Description(
            "On the target: puts nodes, relationships, gone nodes, tokens or slots into the state of the source, unless "
                    + "another attempt has taken over.")
    public Stream<MoveResult> rows(
            @Name("workspace_id") String workspaceId,
            @Name("attempt") String attempt,
            @Name("part") String part,
            @Name("rows") List<Map<String, Object>> rows) {
        Arguments.required(workspaceId, part, rows, "part", "rows");
        return Stream.of(new MoveResult(move(workspaceId)
                .change(
                        Arguments.given("attempt", attempt),
                        writing -> write(new ArchiveWriter(writing, workspaceId), part, rows))));
    }

    private static long write(ArchiveWriter writer, String part, List<Map<String, Object>> rows) {
        return switch (part) {
            case "nodes" -> writer.put(rows);
            case "relationships" -> writer.join(rows);
            case "gone" -> writer.remove(rows);
            case "token", "slot" -> writer.copy(part, rows);
            default -> throw ErrorCode.INVALID_INPUT.with("field", "part", "reason", "is unknown");
        };
    }

    @Procedure(name = "oxgraph.move_end", mode = Mode.WRITE)
    @Description("On the target: serves the workspace that has moved here.")
    public Stream<ImportPosition> end(
            @Name("workspace_id") String workspaceId, @Name("attempt") String attempt, @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, now, now, "now");
        return Stream.of(move(workspaceId).end(Arguments.given("attempt", attempt), now));
    }

    @Procedure(name = "oxgraph.lock_is_held", mode = Mode.WRITE)
    @Description("Whether a process holds a named lock, such as that of a move; a killed one holds none.")
    public Stream<HeldLock> isHeld(@Name("workspace_id") String workspaceId, @Name("name") String name) {
        Arguments.given("workspace_id", workspaceId);
        return Stream.of(new HeldLock(NamedLock.isHeld(database, workspaceId, Arguments.given("name", name))));
    }

    @Procedure(name = "oxgraph.archive_of", mode = Mode.READ)
    @Description("Nodes of a workspace as lines of an archive, by their ids.")
    public Stream<ArchiveRow> of(@Name("workspace_id") String workspaceId, @Name("ids") List<String> ids) {
        Arguments.required(workspaceId, ids, ids, "ids");
        return new ArchiveReader(tx, workspaceId).of(Arguments.whole("ids", ids));
    }

    private WorkspaceMove move(String workspaceId) {
        return new WorkspaceMove(database, workspaceId);
    }
}
