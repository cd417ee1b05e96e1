package io.oxgraph.recall;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** Something that was found, on its way through the ranking. */
final class Candidate {
    /** Null for a message. */
    final MemoryItem memory;
    /** A message or an episode; null for a memory. */
    final MessageItem message;

    final Map<Retriever, Double> scores = new EnumMap<>(Retriever.class);
    final Map<Retriever, Integer> ranks = new EnumMap<>(Retriever.class);
    /** What the retrievers say together. */
    double fused;

    double confidence = 1;
    double freshness = 1;
    double rankWeight = 1;
    double score;
    double relevance;
    /** To the query, where that is asked for. */
    double similarity;
    /** The message that a memory was taken from and that answers better than it does; null without. */
    Candidate source;
    /** Whether it sums up messages that were found as well. */
    boolean told;

    Candidate(MemoryItem memory, MessageItem message) {
        this.memory = memory;
        this.message = message;
    }

    /** Takes the place of a message that it was taken from. */
    void standFor(Candidate message) {
        source = message;
        fused = message.fused;
    }

    String id() {
        return memory == null ? message.id() : memory.id();
    }

    /** Whether it was said: a message, or many summed up. */
    boolean isMessage() {
        return message != null;
    }

    boolean isEpisode() {
        return message instanceof EpisodeItem;
    }

    /** Whether it is one of these, or all that it was taken from is. */
    boolean isAmong(Set<String> ids) {
        boolean taken = memory != null && !memory.evidence().isEmpty() && ids.containsAll(memory.evidence());
        return !ids.isEmpty() && (ids.contains(id()) || taken);
    }

    String text() {
        return memory == null ? message.text() : memory.content();
    }

    /** The words it is found by. */
    String searched() {
        return memory == null && message.speaker() != null ? message.speaker() + ": " + message.text() : text();
    }

    double scoreOf(Retriever retriever) {
        return scores.getOrDefault(retriever, 0.0);
    }

    /** The nearest of its vectors to the nearest of the query's. */
    double cosine() {
        return isMessage()
                ? scoreOf(Retriever.MESSAGE_MEANING)
                : Math.max(scoreOf(Retriever.MEANING), scoreOf(Retriever.QUESTIONS));
    }
}
