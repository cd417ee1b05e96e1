package io.oxgraph.recall;

import io.oxgraph.graph.Scope;
import io.oxgraph.recall.MessageItem.ConversationKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Searches one workspace, in the in-memory cache or through the database indexes. One instance per call, within its
 * transaction and its {@link Scope}: no method returns anything of another user. Every list is sorted best first (then
 * by id), contains each item once and obeys the filter; scores are above 0 and at most 1. A list is shorter than the
 * limit only when there are no more matches.
 */
public interface SearchBackend {
    /** Name of the backend for the notes: cache or index. */
    String path();

    /** Whether the workspace has no memory, message, episode or entity to return. */
    boolean isEmpty();

    /** Memories by cosine similarity of their content's vector. */
    List<Hit<MemoryItem>> meaning(float[] vector, MemoryFilter filter, int limit);

    /** Memories by cosine similarity of their nearest question. */
    List<Hit<MemoryItem>> questions(float[] vector, MemoryFilter filter, int limit);

    /** Memories by BM25 over content and keywords, relative to the best. */
    List<Hit<MemoryItem>> words(String query, MemoryFilter filter, int limit);

    /** Entities that a text mentions: each run of up to five words that is the key of an alias. */
    List<NamedEntity> named(String text);

    /** Memories about these entities: score 1 as subject or object, 0.5 one hop further. */
    List<Hit<MemoryItem>> entity(Collection<String> entityIds, MemoryFilter filter, int limit);

    /** Memories valid within the window, and events within it, scored by how near their start is. */
    List<Hit<MemoryItem>> time(Window window, MemoryFilter filter, int limit);

    /** Memories with one of these topic keys (score 1) or predicates (score 0.5). */
    List<Hit<MemoryItem>> topic(
            Collection<String> topicKeys, Collection<String> predicates, MemoryFilter filter, int limit);

    /** A search for messages and episodes: as many as the limit at least, if so many match. */
    MessageScores messages(MessageFilter filter, MessagePreference preference, int limit);

    /** The limit of such a search that pays. */
    int messageLimit();

    /** Entities of the business graph by the cosine of their vector. */
    List<Hit<EntityItem>> entityMeaning(float[] vector, int limit);

    /** Entities of the business graph that share words with the query, most similar by BM25 first, relative to the best. */
    List<Hit<EntityItem>> entityWords(String query, int limit);

    /**
     * The ids of the active memories that contradict each of these active ones, at most {@link Contradictions#MOST},
     * sorted; those without any may be left out.
     */
    Map<String, List<String>> contradictions(Collection<MemoryItem> memories);

    /** The name of an entity, if it is known without reading its node. */
    default Optional<String> knownName(String entityId) {
        return Optional.empty();
    }

    /** Those of these entities that recall may return, in the order of the ids. */
    List<EntityItem> entities(Collection<String> ids);

    /**
     * Inverse document frequency of a word over memories, messages and episodes, above 0; 1 for every word when the
     * backend does not count it.
     */
    default double rarity(String word) {
        return 1;
    }

    /**
     * Inverse document frequency of each distinct word of a text that is no stop word and no question word; words that
     * nothing else has may be left out.
     */
    default double[] rarities(String text) {
        return Terms.contentTerms(text).values().stream()
                .mapToDouble(this::rarity)
                .toArray();
    }

    /** Distinct speaker names of the messages: the first up to a limit, and further ones with a word of the query. */
    List<String> speakers(String query);

    /** The existing messages at these positions of conversations. */
    List<MessageItem> messagesAt(Map<ConversationKey, ? extends Collection<Long>> positions);

    /** The scores of messages and episodes in one call: first how well they match, then the best of them. */
    public interface MessageScores {
        /** Compares their vectors with a query's; of several queries the highest cosine counts. */
        void meaning(float[] vector);

        /**
         * Searches for words by BM25, over {@code speaker: text} and over the summaries of episodes, in parts of the best;
         * of several queries the highest part counts.
         */
        void words(String query);

        /** Says for which words it will be asked after the vectors, so that they may be sought meanwhile. */
        default void expect(List<String> queries) {}

        /** Those with one of the two scores; where more match than the limit, the preferred ones are among them. */
        List<MessageMatch> best();
    }

    /**
     * A message or an episode that matches.
     *
     * @param cosine 0 to 1; 0 where its vector was not compared
     * @param words 0 to 1, in parts of the best; 0 where it shares no word
     */
    public record MessageMatch(MessageItem item, double cosine, double words) {}

    /**
     * One match of a retriever.
     *
     * @param item memory or entity
     * @param score 0 to 1
     */
    public record Hit<T>(T item, double score) {}

    /**
     * An entity that a query mentions.
     *
     * @param id the entity
     * @param name its name in the workspace
     * @param mention the query's words that matched
     */
    public record NamedEntity(String id, String name, String mention) {}

    /**
     * Filter on memories, applied inside each retriever so that excluded memories do not use up the limit.
     *
     * @param types memory types; empty for all
     * @param historical whether superseded and expired memories are included
     * @param asOf bitemporal time of the question; null for now
     * @param now current time of the call
     * @param confidenceFloor minimum confidence, 0 to 1
     */
    public record MemoryFilter(Set<String> types, boolean historical, AsOf asOf, Instant now, double confidenceFloor) {
        /** A bitemporal point: what was valid at {@code valid} as recorded at {@code known}. */
        public record AsOf(Instant valid, Instant known) {}
    }

    /**
     * Filter on messages and episodes, applied inside each retriever so that excluded ones do not use up the limit.
     *
     * @param messages, episodes whether each kind is included
     * @param conversationId only this conversation; null for all
     * @param excludedId conversation to exclude; null for none
     */
    public record MessageFilter(boolean messages, boolean episodes, String conversationId, String excludedId) {
        /** No restriction. */
        public static final MessageFilter ALL = new MessageFilter(true, true, null, null);

        /** Only one conversation. */
        public static MessageFilter in(String conversationId) {
            return new MessageFilter(true, true, conversationId, null);
        }

        /** Whether the filter accepts a conversation. */
        public boolean takes(String conversation) {
            return (conversationId == null || conversationId.equals(conversation)) && !conversation.equals(excludedId);
        }
    }

    /** A time interval, start included, end excluded. */
    public record Window(Instant from, Instant to) {
        private static final long MICROS = 1_000_000;
        private static final long NANOS = 1_000;
        private static final long LAST_SECOND = Long.MAX_VALUE / MICROS - 1;
        private static final double MIN_WINDOW_SECONDS = Duration.ofDays(1).toSeconds();

        /** Microseconds since 1970, within 290,000 years of it. */
        public static long micros(Instant at) {
            return Math.clamp(at.getEpochSecond(), -LAST_SECOND, LAST_SECOND) * MICROS + at.getNano() / NANOS;
        }

        /**
         * Nearness of a validity interval to the window, 0 to 1: 1 when it begins within; when it began before and is
         * still valid, 1 / (1 + time before the window / length of the window, at least a day); fallback 0.
         *
         * @param validFrom, validTo microseconds since 1970
         * @param moment whether it has no duration, like an event
         */
        public double nearness(long validFrom, long validTo, boolean moment) {
            long begin = micros(from);
            if (validFrom >= micros(to) || validTo <= begin) {
                return 0;
            }
            if (validFrom >= begin) {
                return 1;
            }
            double before = (double) (begin - validFrom) / MICROS;
            return moment ? 0 : 1 / (1 + before / Math.max(MIN_WINDOW_SECONDS, length()));
        }

        private double length() {
            return (double) (micros(to) - micros(from)) / MICROS;
        }

        /** Whether a moment is within it. */
        public boolean contains(Instant moment) {
            return !moment.isBefore(from) && moment.isBefore(to);
        }
    }

    /**
     * Thrown when an index that a retriever needs is missing or not online; recall then skips that retriever.
     */
    public static final class IndexUnavailable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public IndexUnavailable(String index) {
            super(index);
        }
    }
}
