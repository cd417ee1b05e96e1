package io.oxgraph.procedure;

import io.oxgraph.guard.Purge;
import io.oxgraph.model.PurgeResults.PurgeEnd;
import io.oxgraph.model.PurgeResults.PurgedBatch;
import java.util.stream.Stream;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** The hard deletion of a workspace, for `oxgraph workspace delete --hard`. */
public final class PurgeProcedures {
    @Context
    public GraphDatabaseService database;

    @Procedure(name = "oxgraph.purge_memory", mode = Mode.WRITE)
    @Description(
            "Deletes a batch of a workspace that is marked as being deleted for good, all but its entities, in the "
                    + "order of ids after the given one; in a transaction of its own.")
    public Stream<PurgedBatch> memory(
            @Name("workspace_id") String workspaceId, @Name("after") String after, @Name("batch") Long batch) {
        Arguments.required(workspaceId, after, after, "after");
        return Stream.of(new Purge(database, workspaceId).memory(after, Arguments.count("batch", batch)));
    }

    @Procedure(name = "oxgraph.purge_end", mode = Mode.WRITE)
    @Description("Deletes the node of a workspace that is marked as being deleted for good, if nothing else of it is "
            + "left; in a transaction of its own.")
    public Stream<PurgeEnd> end(@Name("workspace_id") String workspaceId) {
        Arguments.required(workspaceId, workspaceId, workspaceId, "workspace_id");
        return Stream.of(new Purge(database, workspaceId).end());
    }
}
