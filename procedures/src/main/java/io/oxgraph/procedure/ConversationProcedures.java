package io.oxgraph.procedure;

import io.oxgraph.conversation.MessageWriter;
import io.oxgraph.model.MessageResults.MessagesWritten;
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

/** Procedures that write conversations. */
public final class ConversationProcedures {
    @Context
    public Transaction tx;

    @Procedure(name = "oxgraph.write_messages", mode = Mode.WRITE)
    @Description("Writes messages of a conversation, each where its time belongs, all or nothing. Idempotent by id.")
    public Stream<MessagesWritten> writeMessages(
            @Name("workspace_id") String workspaceId,
            @Name("conversation") Map<String, Object> conversation,
            @Name("messages") List<Map<String, Object>> messages,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, conversation, now, "conversation");
        Arguments.require("messages", messages);
        return Stream.of(MessageWriter.write(tx, workspaceId, conversation, messages, now));
    }
}
