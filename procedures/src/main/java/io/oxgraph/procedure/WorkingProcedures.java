package io.oxgraph.procedure;

import io.oxgraph.model.SlotResults.SlotResult;
import io.oxgraph.model.SlotResults.SlotsDeleted;
import io.oxgraph.model.SlotResults.SlotsSwept;
import io.oxgraph.working.SlotOwner;
import io.oxgraph.working.WorkingSet;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.procedure.Context;
import org.neo4j.procedure.Description;
import org.neo4j.procedure.Mode;
import org.neo4j.procedure.Name;
import org.neo4j.procedure.Procedure;

/** The working set: slots with a time to live. */
public final class WorkingProcedures {
    @Context
    public Transaction tx;

    @Context
    public GraphDatabaseService database;

    @Procedure(name = "oxgraph.working_get", mode = Mode.READ)
    @Description(
            "The unexpired slots of a conversation, with these names or (null) all; of a user, the own one of a name before the shared. Reading extends each by its time to live.")
    public Stream<SlotResult> get(
            @Name("workspace_id") String workspaceId,
            @Name("conversation_id") String conversationId,
            @Name("names") List<String> names,
            @Name("now") ZonedDateTime now,
            @Name(value = "user_id", defaultValue = "") String userId) {
        Arguments.required(workspaceId, conversationId, now, "conversation_id");
        return WorkingSet.of(tx, database.databaseName(), workspaceId, now)
                .get(new SlotOwner(userId, conversationId), names)
                .stream();
    }

    @Procedure(name = "oxgraph.working_delete", mode = Mode.WRITE)
    @Description("Deletes slots of a conversation, with these names or (null) all; returns how many had not expired.")
    public Stream<SlotsDeleted> delete(
            @Name("workspace_id") String workspaceId,
            @Name("conversation_id") String conversationId,
            @Name("names") List<String> names,
            @Name("now") ZonedDateTime now,
            @Name(value = "user_id", defaultValue = "") String userId) {
        Arguments.required(workspaceId, conversationId, now, "conversation_id");
        return Stream.of(WorkingSet.of(tx, database.databaseName(), workspaceId, now)
                .delete(new SlotOwner(userId, conversationId), names));
    }

    @Procedure(name = "oxgraph.working_sweep", mode = Mode.WRITE)
    @Description("Deletes at most batch expired slots of a workspace.")
    public Stream<SlotsSwept> sweep(
            @Name("workspace_id") String workspaceId, @Name("batch") Long batch, @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, now, now, "now");
        long most = Arguments.count("batch", batch);
        return Stream.of(
                WorkingSet.of(tx, database.databaseName(), workspaceId, now).sweep(most));
    }
}
