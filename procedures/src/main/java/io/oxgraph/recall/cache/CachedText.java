package io.oxgraph.recall.cache;

import io.oxgraph.recall.LineTraits;
import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.MessageItem.EpisodeItem;
import io.oxgraph.recall.MessageItem.TurnTraits;
import io.oxgraph.recall.cache.CachedItem.CachedDocument;
import io.oxgraph.recall.cache.Postings.TermCounts;
import io.oxgraph.recall.cache.Utterances.Utterance;
import io.oxgraph.recall.cache.Utterances.Voice;
import java.time.Instant;

/**
 * A cached message or episode.
 *
 * @param <D> the concrete type
 */
abstract class CachedText<D extends CachedText<D>> extends CachedDocument<D> implements MessageItem {
    CachedText(String node, String id, QuantizedVector vector, TermCounts words) {
        super(node, id, vector, words);
    }

    @Override
    public boolean hasVector() {
        return vector() != null;
    }

    @Override
    public final LineTraits line() {
        return line(text());
    }

    /** Number of its conversation in the vocabulary. */
    abstract int number();

    /** The agent that took part; '' without one. */
    abstract String agentId();

    /** A cached message. */
    static final class CachedMessage extends CachedText<CachedMessage> {
        private final MessageFields fields;
        /** Computed on first use, at worst by two readers at once. */
        private TurnTraits traits;

        CachedMessage(String node, String id, QuantizedVector vector, TermCounts words, MessageFields fields) {
            super(node, id, vector, words);
            this.fields = fields;
        }

        @Override
        int number() {
            return fields.number();
        }

        @Override
        String agentId() {
            return fields.agentId();
        }

        @Override
        public String userId() {
            return fields.userId();
        }

        @Override
        public String conversationId() {
            return fields.conversationId();
        }

        @Override
        public long position() {
            return fields.position();
        }

        @Override
        public String role() {
            return fields.role();
        }

        @Override
        public String speaker() {
            return fields.speaker();
        }

        @Override
        public String text() {
            return fields.text();
        }

        @Override
        Utterance utterance() {
            Voice voice = new Voice(fields.role(), fields.speaker(), fields.userId(), fields.agentId());
            return new Utterance(voice, fields.saidAt().toEpochMilli());
        }

        @Override
        public Instant saidAt() {
            return fields.saidAt();
        }

        @Override
        public String episodeId() {
            return fields.episodeId();
        }

        @Override
        public TurnTraits traits() {
            TurnTraits known = traits;
            if (known == null) {
                known = TurnTraits.of(speaker(), text());
                traits = known;
            }
            return known;
        }

        @Override
        boolean isSortedById() {
            return false;
        }

        /** Compares with a position in a conversation. */
        int compareTo(int conversation, long position) {
            int order = Integer.compare(fields.number(), conversation);
            return order == 0 ? Long.compare(fields.position(), position) : order;
        }

        @Override
        public int compareTo(CachedMessage other) {
            int order = compareTo(other.number(), other.position());
            return order == 0 ? id().compareTo(other.id()) : order;
        }

        @Override
        long bytes() {
            return super.bytes() + size(fields.text()) + IdOrder.BYTES + Utterances.BYTES;
        }

        @Override
        public String toString() {
            return "message " + id() + " " + fields;
        }
    }

    /** A cached episode. */
    static final class CachedEpisode extends CachedText<CachedEpisode> implements EpisodeItem {
        private final EpisodeFields fields;

        CachedEpisode(String node, String id, QuantizedVector vector, TermCounts words, EpisodeFields fields) {
            super(node, id, vector, words);
            this.fields = fields;
        }

        @Override
        int number() {
            return fields.number();
        }

        @Override
        String agentId() {
            return "";
        }

        @Override
        public String userId() {
            return fields.userId();
        }

        @Override
        public String conversationId() {
            return fields.conversationId();
        }

        @Override
        public String text() {
            return fields.summary();
        }

        @Override
        public Instant startedAt() {
            return fields.startedAt();
        }

        @Override
        public Instant saidAt() {
            return fields.endedAt();
        }

        @Override
        public long turnCount() {
            return fields.turnCount();
        }

        @Override
        public int compareTo(CachedEpisode other) {
            return id().compareTo(other.id());
        }

        @Override
        long bytes() {
            return super.bytes() + size(fields.summary());
        }

        @Override
        public String toString() {
            return "episode " + id() + " " + fields;
        }
    }

    /**
     * The properties of a message that ranking needs.
     *
     * @param number a number for the conversation
     * @param userId '' where it is shared
     * @param agentId '' without one
     * @param speaker null when there is none
     * @param episodeId the episode that summarises it; null when there is none
     */
    record MessageFields(
            int number,
            String userId,
            String agentId,
            String conversationId,
            long position,
            String role,
            String speaker,
            String text,
            Instant saidAt,
            String episodeId) {}

    /**
     * The properties of an episode that ranking needs.
     *
     * @param number a number for the conversation
     * @param userId '' where it is shared
     * @param startedAt, endedAt time of its first and its last turn
     */
    record EpisodeFields(
            int number,
            String userId,
            String conversationId,
            String summary,
            Instant startedAt,
            Instant endedAt,
            long turnCount) {}
}
