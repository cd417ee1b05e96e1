package io.oxgraph.recall;

import io.oxgraph.recall.MessageItem.EpisodeItem;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.SearchBackend.NamedEntity;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The matches of all retrievers, each item once. */
final class Candidates {
    final Map<String, Candidate> candidates = new LinkedHashMap<>();
    /** The best match of each retriever. */
    final Map<Retriever, Candidate> bests = new EnumMap<>(Retriever.class);

    final Map<Retriever, String> dropped = new EnumMap<>(Retriever.class);
    final Map<Retriever, Long> nanos = new EnumMap<>(Retriever.class);
    final List<NamedEntity> entities = new ArrayList<>();

    void memories(Retriever retriever, List<Hit<MemoryItem>> hits) {
        int rank = 0;
        for (Hit<MemoryItem> hit : hits) {
            String id = hit.item().id();
            add(retriever, candidates.computeIfAbsent(id, key -> new Candidate(hit.item(), null)), hit, ++rank);
        }
    }

    void messages(Retriever retriever, List<Hit<MessageItem>> hits) {
        int rank = 0;
        for (Hit<MessageItem> hit : hits) {
            String id = hit.item().id();
            add(retriever, candidates.computeIfAbsent(id, key -> new Candidate(null, hit.item())), hit, ++rank);
        }
    }

    private void add(Retriever retriever, Candidate candidate, Hit<?> hit, int rank) {
        candidate.scores.put(retriever, hit.score());
        candidate.ranks.put(retriever, rank);
        bests.putIfAbsent(retriever, candidate);
    }

    /** Adds a message next to a match, which no retriever found itself. */
    void beside(MessageItem message) {
        candidates.computeIfAbsent(message.id(), key -> new Candidate(null, message));
    }

    /** Whether a vector search ran for messages or for memories. */
    boolean compared(boolean messages) {
        return messages
                ? nanos.containsKey(Retriever.MESSAGE_MEANING)
                : nanos.containsKey(Retriever.MEANING) || nanos.containsKey(Retriever.QUESTIONS);
    }

    /** A memory, message or episode with its scores during ranking. */
    static final class Candidate {
        /** Null for a message. */
        final MemoryItem memory;
        /** A message or an episode; null for a memory. */
        final MessageItem message;

        final Map<Retriever, Double> scores = new EnumMap<>(Retriever.class);
        final Map<Retriever, Integer> ranks = new EnumMap<>(Retriever.class);
        /** Fused score of the retrievers. */
        double fused;

        double confidence = 1;
        double freshness = 1;
        double rankWeight = 1;
        /** Below 1 for a task whose session has ended. */
        double sessionWeight = 1;

        double score;
        double relevance;
        /** Similarity to the query, in a similarity search. */
        double similarity;
        /** The source message of a memory that scores higher than the memory itself; null when none does. */
        Candidate source;
        /** Whether it is an episode whose messages were found too. */
        boolean coveredBySources;

        Candidate(MemoryItem memory, MessageItem message) {
            this.memory = memory;
            this.message = message;
        }

        /** Gives a memory the score of its source message. */
        void standFor(Candidate message) {
            source = message;
            fused = message.fused;
        }

        String id() {
            return memory == null ? message.id() : memory.id();
        }

        /** Whether it is a message or an episode. */
        boolean isMessage() {
            return message != null;
        }

        boolean isEpisode() {
            return message instanceof EpisodeItem;
        }

        /** Whether these ids contain it or its whole evidence. */
        boolean isAmong(Set<String> ids) {
            boolean taken = memory != null && !memory.evidence().isEmpty() && ids.containsAll(memory.evidence());
            return !ids.isEmpty() && (ids.contains(id()) || taken);
        }

        String text() {
            return memory == null ? message.text() : memory.content();
        }

        /** The indexed text. */
        String searched() {
            return memory == null && message.speaker() != null ? message.speaker() + ": " + message.text() : text();
        }

        double scoreOf(Retriever retriever) {
            return scores.getOrDefault(retriever, 0.0);
        }

        /** Highest cosine similarity of its vectors with the query's. */
        double cosine() {
            return isMessage()
                    ? scoreOf(Retriever.MESSAGE_MEANING)
                    : Math.max(scoreOf(Retriever.MEANING), scoreOf(Retriever.QUESTIONS));
        }
    }
}
