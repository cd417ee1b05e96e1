package io.oxgraph.procedure;

import io.oxgraph.archive.ArchiveReader;
import io.oxgraph.archive.ArchiveWriter;
import io.oxgraph.guard.Revisions;
import io.oxgraph.guard.WorkspaceImport;
import io.oxgraph.model.ArchiveResults.ArchiveChanges;
import io.oxgraph.model.ArchiveResults.ArchiveRow;
import io.oxgraph.model.ArchiveResults.ImportPosition;
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

/** Export and import of a workspace, for `oxgraph workspace export` and `import`. */
public final class ArchiveProcedures {
    private static final long STILL_MILLIS = 5_000;

    @Context
    public Transaction tx;

    @Context
    public GraphDatabaseService database;

    @Procedure(name = "oxgraph.archive_nodes", mode = Mode.READ)
    @Description(
            "A workspace's nodes as lines of an archive, with the relationships that belong to them, in the order of "
                    + "ids after the given one.")
    public Stream<ArchiveRow> nodes(
            @Name("workspace_id") String workspaceId, @Name("after") String after, @Name("limit") Long limit) {
        Arguments.required(workspaceId, after, after, "after");
        return new ArchiveReader(tx, workspaceId).nodes(after, Arguments.count("limit", limit));
    }

    @Procedure(name = "oxgraph.archive_changes", mode = Mode.READ)
    @Description("What changed in a workspace after a position of the change feed, as lines of an archive.")
    public Stream<ArchiveChanges> changes(
            @Name("workspace_id") String workspaceId, @Name("since") Long since, @Name("limit") Long limit) {
        Arguments.required(workspaceId, since, limit, "since", "limit");
        long position = revisions().position(tx).position();
        return Stream.of(new ArchiveReader(tx, workspaceId).changes(since, position, limit));
    }

    @Procedure(name = "oxgraph.archive_end", mode = Mode.WRITE)
    @Description(
            "The same at a moment at which no transaction changes the workspace, those of others wait for it; no row "
                    + "where transactions did not end in five seconds.")
    public Stream<ArchiveChanges> end(
            @Name("workspace_id") String workspaceId, @Name("since") Long since, @Name("limit") Long limit) {
        Arguments.required(workspaceId, since, limit, "since", "limit");
        ArchiveReader reader = new ArchiveReader(tx, workspaceId);
        return revisions()
                .still(tx, workspaceId, STILL_MILLIS, position -> reader.changes(since, position, limit))
                .stream();
    }

    @Procedure(name = "oxgraph.import_begin", mode = Mode.WRITE)
    @Description(
            "Makes the workspace that an archive is imported into, or finds the one that an interrupted import began; "
                    + "in a transaction of its own.")
    public Stream<ImportPosition> begin(
            @Name("name") String name,
            @Name("origin") String origin,
            @Name("digest") String digest,
            @Name("now") ZonedDateTime now) {
        Arguments.required(name, origin, now, "origin");
        return Stream.of(new WorkspaceImport(database).begin(name, origin, Arguments.given("digest", digest), now));
    }

    @Procedure(name = "oxgraph.import_rows", mode = Mode.WRITE)
    @Description(
            "Writes lines of an archive, nodes of a kind or (null) relationships, unless an earlier call has written "
                    + "them; in a transaction of its own.")
    public Stream<ImportPosition> rows(
            @Name("workspace_id") String workspaceId,
            @Name("position") Long position,
            @Name("kind") String kind,
            @Name("rows") List<Map<String, Object>> rows) {
        Arguments.required(workspaceId, position, rows, "position", "rows");
        return Stream.of(new WorkspaceImport(database)
                .batch(workspaceId, position, writing -> new ArchiveWriter(writing, workspaceId).write(kind, rows)));
    }

    @Procedure(name = "oxgraph.import_end", mode = Mode.WRITE)
    @Description("Serves a workspace whose import is complete; in a transaction of its own.")
    public Stream<ImportPosition> complete(@Name("workspace_id") String workspaceId, @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, now, now, "now");
        return Stream.of(new WorkspaceImport(database).end(workspaceId, now));
    }

    private Revisions revisions() {
        return Revisions.of(database.databaseName());
    }
}
