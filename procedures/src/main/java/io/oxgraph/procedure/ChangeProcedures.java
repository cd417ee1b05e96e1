package io.oxgraph.procedure;

import io.oxgraph.changes.ChangeFeed;
import io.oxgraph.changes.ChangeFeed.DatabaseIds;
import io.oxgraph.guard.Revisions;
import io.oxgraph.guard.Revisions.Position;
import io.oxgraph.model.ChangeResults.ChangeResult;
import io.oxgraph.model.ChangeResults.PositionResult;
import java.util.stream.Stream;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** The change feed, for copies of the graph such as the SQL mirror. */
public final class ChangeProcedures {
    @Context
    public Transaction tx;

    @Context
    public GraphDatabaseService database;

    @Procedure(name = "oxgraph.changes", mode = Mode.READ)
    @Description("The memory nodes of all workspaces with a revision greater than since, in order of revision, at most "
            + "limit; only settled changes, so that continuing from the last row misses none.")
    public Stream<ChangeResult> changes(@Name("since") Long since, @Name("limit") Long limit) {
        long position = position().position();
        return new ChangeFeed(tx).between(since, position, limit);
    }

    @Procedure(name = "oxgraph.changes_of", mode = Mode.READ)
    @Description("The memory nodes of a workspace as the change feed serves them, in the order of ids after the given "
            + "one, at most limit.")
    public Stream<ChangeResult> changesOf(
            @Name("workspace_id") String workspaceId, @Name("after") String after, @Name("limit") Long limit) {
        Arguments.required(workspaceId, after, after, "after");
        return new ChangeFeed(tx).of(workspaceId, after, limit);
    }

    @Procedure(name = "oxgraph.changes_position", mode = Mode.READ)
    @Description("The revision at and below which no change is in flight, and since when the oldest one is.")
    public Stream<PositionResult> changesPosition() {
        Position now = position();
        return Stream.of(new PositionResult(now.position(), now.inFlight(), now.waitingSince(), DatabaseIds.of(tx)));
    }

    private Position position() {
        return Revisions.of(database.databaseName()).position(tx);
    }
}
