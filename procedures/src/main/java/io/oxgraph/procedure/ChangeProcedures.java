package io.oxgraph.procedure;

import io.oxgraph.changes.ChangeFeed;
import io.oxgraph.changes.ChangeFeed.DatabaseIds;
import io.oxgraph.guard.Revisions;
import io.oxgraph.guard.Revisions.Position;
import io.oxgraph.model.ChangeResult;
import io.oxgraph.model.PositionResult;
import java.util.stream.Stream;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** The change feed: what who keeps a copy of the graph reads. */
public final class ChangeProcedures {
    @Context
    public Transaction tx;

    @Context
    public GraphDatabaseService database;

    @Procedure(name = "oxgraph.changes", mode = Mode.READ)
    @Description(
            "The memory nodes of all workspaces that changed after a number, in the order of their last changes, up "
                    + "to so many; only what is settled. Whoever goes on from the last one misses nothing.")
    public Stream<ChangeResult> changes(@Name("since") Long since, @Name("limit") Long limit) {
        long position = position().position();
        return new ChangeFeed(tx).between(since, position, limit);
    }

    @Procedure(name = "oxgraph.changes_position", mode = Mode.READ)
    @Description("The number at and below which no change is in flight any more, and what it waits for.")
    public Stream<PositionResult> changesPosition() {
        Position now = position();
        return Stream.of(new PositionResult(now.position(), now.inFlight(), now.waitingSince(), DatabaseIds.of(tx)));
    }

    private Position position() {
        return Revisions.of(database.databaseName()).position(tx);
    }
}
