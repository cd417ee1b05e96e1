package io.oxgraph.recall.held;

import java.time.Instant;

/**
 * What ranking needs of a message.
 *
 * @param conversation a number for the conversation
 * @param speaker null where nobody is named
 * @param episodeId what it is summed up in; null without
 */
record MessageFields(
        int conversation,
        String conversationId,
        long position,
        String role,
        String speaker,
        String text,
        Instant saidAt,
        String episodeId) {}
