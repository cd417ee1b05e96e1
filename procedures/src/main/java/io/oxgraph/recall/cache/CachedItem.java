package io.oxgraph.recall.cache;

import io.oxgraph.recall.LineTraits;
import io.oxgraph.recall.cache.CachedItem.CachedDocument;
import io.oxgraph.recall.cache.KeyIndex.ItemKey;
import io.oxgraph.recall.cache.Postings.TermCounts;
import io.oxgraph.recall.cache.Utterances.Utterance;
import io.oxgraph.recall.cache.Validities.Validity;
import java.util.List;

/** The immutable cached form of one node; a changed node gets a new item. */
abstract class CachedItem {
    /** Estimated heap size of an item's object and fields. */
    private static final int OBJECT = 272;

    /** Estimated heap size of a string or array without its content. */
    private static final int HEADER = 48;

    private final String node;
    private final String id;

    /**
     * @param node element id of the node
     * @param id id of the memory, message, entity, ...
     */
    CachedItem(String node, String id) {
        this.node = node;
        this.id = id;
    }

    final String node() {
        return node;
    }

    public final String id() {
        return id;
    }

    /** Estimated heap size in bytes. */
    long bytes() {
        return OBJECT + size(node) + size(id);
    }

    static long size(String text) {
        return text == null ? 0 : HEADER + text.length();
    }

    /**
     * An item that is searched by vector or by words.
     *
     * @param <D> the concrete type, which is ordered
     */
    abstract static class CachedDocument<D extends CachedDocument<D>> extends CachedItem implements Comparable<D> {
        /** Estimated size of a posting. */
        private static final int POSTING = 10;

        /** Replaced when it is packed into a block; the components stay the same. */
        private QuantizedVector vector;

        private final TermCounts words;
        /** Computed on first use, at worst by two readers at once. */
        private LineTraits line;

        /** @param vector null when the node has none */
        CachedDocument(String node, String id, QuantizedVector vector, TermCounts words) {
            super(node, id);
            this.vector = vector;
            this.words = words;
        }

        final QuantizedVector vector() {
            return vector;
        }

        final void vector(QuantizedVector moved) {
            vector = moved;
        }

        final TermCounts words() {
            return words;
        }

        /** What choosing the lines of a context needs of its text, which is always the same. */
        final LineTraits line(String text) {
            LineTraits known = line;
            if (known == null) {
                known = LineTraits.of(text);
                line = known;
            }
            return known;
        }

        /** Whether its kind is ordered by ids. */
        boolean isSortedById() {
            return true;
        }

        /** Its keys of a kind; an empty one is none. */
        List<String> keys(ItemKey kind) {
            return List.of();
        }

        /** Who said it when; null of a kind that nobody says. */
        Utterance utterance() {
            return null;
        }

        /** When it holds; null of a kind that holds at no time. */
        Validity validity() {
            return null;
        }

        @Override
        long bytes() {
            long numbers = vector == null ? 0 : vector.bytes();
            return super.bytes() + numbers + (long) POSTING * words.count();
        }
    }

    /** An alias of an entity. */
    static final class CachedAlias extends CachedItem {
        private final String key;
        private final String entityId;

        CachedAlias(String node, String id, String key, String entityId) {
            super(node, id);
            this.key = key;
            this.entityId = entityId;
        }

        String key() {
            return key;
        }

        String entityId() {
            return entityId;
        }

        @Override
        long bytes() {
            return super.bytes() + size(key);
        }

        @Override
        public String toString() {
            return "alias " + id() + " " + key + " of " + entityId;
        }
    }

    /** A conversation being deleted; its remaining messages and episodes are no longer found. */
    static final class DeletedConversation extends CachedItem {
        private final int conversation;

        DeletedConversation(String node, String id, int conversation) {
            super(node, id);
            this.conversation = conversation;
        }

        /** Number of the conversation in the vocabulary. */
        int conversation() {
            return conversation;
        }
    }

    /** A question that a memory answers. */
    static final class CachedQuestion extends CachedDocument<CachedQuestion> {
        private final String memoryId;
        private final String userId;

        /** @param userId the user whose memory it asks for; '' where that is shared */
        CachedQuestion(String node, String id, QuantizedVector vector, String memoryId, String userId) {
            super(node, id, vector, TermCounts.NONE);
            this.memoryId = memoryId;
            this.userId = userId;
        }

        String memoryId() {
            return memoryId;
        }

        String userId() {
            return userId;
        }

        @Override
        public int compareTo(CachedQuestion other) {
            return id().compareTo(other.id());
        }
    }
}
