package io.oxgraph.procedure;

import io.oxgraph.model.MemoryResults.MemoryResult;
import io.oxgraph.model.MemoryResults.RememberResult;
import io.oxgraph.semantic.Remember;
import io.oxgraph.semantic.StatusChanges;
import io.oxgraph.time.Validity;
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
import org.neo4j.procedure.UserFunction;

/** Procedures that write memories. */
public final class SemanticProcedures {
    @Context
    public Transaction tx;

    @Procedure(name = "oxgraph.remember", mode = Mode.WRITE)
    @Description("Remembers 1 to 1,000 statements, all or nothing, in order: resolves their entities, merges "
            + "duplicates, resolves conflicts, and writes new memories.")
    public Stream<RememberResult> remember(
            @Name("workspace_id") String workspaceId,
            @Name("items") List<Map<String, Object>> items,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, items, now, "items");
        return Remember.all(tx, workspaceId, items, now).stream();
    }

    @Procedure(name = "oxgraph.touch", mode = Mode.WRITE)
    @Description("Records an access to each memory; an expired one that is fresh again becomes active.")
    public Stream<MemoryResult> touch(
            @Name("workspace_id") String workspaceId, @Name("ids") List<String> ids, @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, ids, now, "ids");
        return StatusChanges.touch(tx, workspaceId, ids, now).stream();
    }

    @Procedure(name = "oxgraph.forget", mode = Mode.WRITE)
    @Description("Forgets memories; with restore, memories superseded by them alone become active again.")
    public Stream<MemoryResult> forget(
            @Name("workspace_id") String workspaceId,
            @Name("ids") List<String> ids,
            @Name("restore") Boolean restore,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, ids, now, "ids");
        return StatusChanges.forget(tx, workspaceId, ids, Arguments.given("restore", restore), now).stream();
    }

    @Procedure(name = "oxgraph.succeed", mode = Mode.WRITE)
    @Description("Supersedes active memories whose successor, which was to begin later, has begun.")
    public Stream<MemoryResult> succeed(
            @Name("workspace_id") String workspaceId,
            @Name("ids") List<String> ids,
            @Name("now") ZonedDateTime now,
            @Name("run_id") String runId) {
        Arguments.required(workspaceId, ids, now, "ids");
        return StatusChanges.succeed(tx, workspaceId, ids, now, runId).stream();
    }

    @Procedure(name = "oxgraph.revive", mode = Mode.WRITE)
    @Description("Makes expired and forgotten memories active again.")
    public Stream<MemoryResult> revive(
            @Name("workspace_id") String workspaceId, @Name("ids") List<String> ids, @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, ids, now, "ids");
        return StatusChanges.revive(tx, workspaceId, ids, now).stream();
    }

    @Procedure(name = "oxgraph.review", mode = Mode.WRITE)
    @Description("Records a review: the others were wrong and are superseded by the one to keep.")
    public Stream<MemoryResult> review(
            @Name("workspace_id") String workspaceId,
            @Name("keep") String keep,
            @Name("others") List<String> others,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, keep, now, "keep");
        Arguments.required(workspaceId, others, now, "others");
        return StatusChanges.review(tx, workspaceId, keep, others, now).stream();
    }

    @UserFunction("oxgraph.valid_to_at")
    @Description(
            "The end of a memory's validity as recorded at a time (bitemporal): the last of history whose known_at "
                    + "is not after it; null when nothing was recorded yet.")
    public ZonedDateTime validToAt(
            @Name("history") List<ZonedDateTime> history,
            @Name("known_ats") List<ZonedDateTime> knownAts,
            @Name("known") ZonedDateTime known) {
        return Arguments.anyNull(history, knownAts, known)
                ? null
                : Validity.validToAt(history, Arguments.whole("known_ats", knownAts), known);
    }
}
