package io.oxgraph.procedure;

import io.oxgraph.conversation.ConversationReader;
import io.oxgraph.conversation.MessageWriter;
import io.oxgraph.model.MessageResults.ConversationPage;
import io.oxgraph.model.MessageResults.ConversationParts;
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

/** Conversations: their messages are written, and read. */
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

    @Procedure(name = "oxgraph.conversation_parts", mode = Mode.READ)
    @Description(
            "The latest messages and episodes of a conversation {id, shared_id}, the oldest first: each where its map {most} "
                    + "is given, as many as it says or (null) as the workspace's settings say. With {prompt: true} messages "
                    + "have {tokens} together, and the last that does not fit is cut.")
    public Stream<ConversationParts> parts(
            @Name("workspace_id") String workspaceId,
            @Name("conversation") Map<String, Object> conversation,
            @Name("history") Map<String, Object> history,
            @Name("episodes") Map<String, Object> episodes,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, conversation, now, "conversation");
        return Stream.of(ConversationReader.read(tx, workspaceId, conversation, history, episodes, now));
    }

    @Procedure(name = "oxgraph.conversation_page", mode = Mode.READ)
    @Description(
            "The messages of a conversation {id, shared_id} in their order, up to {limit}: those behind the message {after}, else "
                    + "from a {position} on; -100 is the hundredth before the end.")
    public Stream<ConversationPage> page(
            @Name("workspace_id") String workspaceId,
            @Name("conversation") Map<String, Object> conversation,
            @Name("page") Map<String, Object> page,
            @Name("now") ZonedDateTime now) {
        Arguments.required(workspaceId, conversation, now, "conversation");
        Arguments.require("page", page);
        return Stream.of(ConversationReader.page(tx, workspaceId, conversation, page, now));
    }
}
