package io.oxgraph.recall;

import java.util.Collection;
import java.util.List;

/**
 * What one workspace knows, to be searched in: held in memory, or through the indexes. One for a call, within its
 * transaction. Every list comes best first (then by id), holds each item once, and keeps to the filter; a score lies
 * between 0 and 1, an item of score 0 is left out. Limits are what the caller can use: less is given only where there
 * is no more.
 */
public interface Sources {
    /** Which kind it is, for the notes: held or indexed. */
    String path();

    /** Whether anything is stored at all: memories, messages or episodes. */
    boolean isEmpty();

    /** Memories by the cosine of their content's vector; none where the vector is of another model. */
    List<Hit<MemoryItem>> meaning(float[] vector, Filter filter, int limit);

    /** Memories by the cosine of the nearest of their questions. */
    List<Hit<MemoryItem>> questions(float[] vector, Filter filter, int limit);

    /** Memories by BM25 over content and keywords, in parts of the best. */
    List<Hit<MemoryItem>> words(String query, Filter filter, int limit);

    /** The entities that a text names: each run of up to five of its words that is the key of an alias. */
    List<NamedEntity> named(String text);

    /** Memories about these entities: 1 where one is subject or object, 0.5 one hop further. */
    List<Hit<MemoryItem>> entity(Collection<String> entityIds, Filter filter, int limit);

    /** Memories that hold, or events that lie, within the window; the nearer their beginning to it, the better. */
    List<Hit<MemoryItem>> time(Window window, Filter filter, int limit);

    /** Memories with one of these topic keys (1) or predicates (0.5). */
    List<Hit<MemoryItem>> topic(Collection<String> topicKeys, Collection<String> predicates, Filter filter, int limit);

    /** Messages and episodes by the cosine of their vector. */
    List<Hit<MessageItem>> messageMeaning(float[] vector, SaidFilter filter, int limit);

    /** Messages by BM25 over {@code speaker: text} and episodes over their summary, in parts of the best. */
    List<Hit<MessageItem>> messageWords(String query, SaidFilter filter, int limit);

    /**
     * How much a word says here: higher the fewer memories, messages and episodes have it, above
     * 0; 1 for each where that is not counted.
     */
    default double rarity(String word) {
        return 1;
    }

    /** Who speaks here, by the names that messages carry, up to a number that a reader can make use of. */
    default List<String> speakers() {
        return List.of();
    }

    /** The messages at these places of a conversation, those that exist. */
    List<MessageItem> messagesAt(String conversationId, Collection<Long> positions);
}
