package io.oxgraph.recall.indexed;

import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.SearchBackend.MessageFilter;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The conversations being deleted, whose messages and episodes are no longer found; read on first use.
 */
final class DeletedConversations {
    private final IndexReader rows;
    private final String workspaceId;
    private Set<ConversationKey> conversations;

    DeletedConversations(IndexReader rows, String workspaceId) {
        this.rows = rows;
        this.workspaceId = workspaceId;
    }

    /** Whether the message's conversation is searched. */
    boolean pass(MessageFilter filter, MessageItem message) {
        return filter.takes(message.conversationId()) && !conversations().contains(message.conversation());
    }

    private Set<ConversationKey> conversations() {
        if (conversations == null) {
            conversations = new HashSet<>();
            rows.texts(
                    "deleted_conversations",
                    Map.of("workspace_id", workspaceId),
                    (user, id) -> conversations.add(new ConversationKey(user, id)));
        }
        return conversations;
    }
}
