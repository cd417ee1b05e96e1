package io.oxgraph.model;

import java.util.List;

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
}
