package io.oxgraph.model;

import java.util.List;
import java.util.Map;

/** Result rows of the procedures of conversations. */
public final class MessageResults {
    private MessageResults() {}

    /**
     * The result of writing messages.
     *
     * @param deleting whether the conversation is being deleted, and nothing was written
     * @param fresh ids of those that were not there before, in the order of their places
     */
    public record MessagesWritten(boolean deleting, List<String> fresh) {}

    /**
     * The latest messages and episodes of a conversation, the oldest first.
     *
     * @param messages null where none were asked for
     * @param episodes null where none were asked for
     */
    public record ConversationParts(List<Map<String, Object>> messages, List<Map<String, Object>> episodes) {}

    /**
     * Messages of a conversation in their order.
     *
     * @param found whether the message is there behind which they stand, or none was named
     */
    public record ConversationPage(boolean found, List<Map<String, Object>> messages) {}
}
