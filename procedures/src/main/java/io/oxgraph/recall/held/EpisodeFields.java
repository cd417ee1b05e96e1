package io.oxgraph.recall.held;

import java.time.Instant;

/**
 * What ranking needs of an episode.
 *
 * @param conversation a number for the conversation
 * @param startedAt, endedAt when its first and its last turn were said
 */
record EpisodeFields(
        int conversation, String conversationId, String summary, Instant startedAt, Instant endedAt, long turnCount) {}
