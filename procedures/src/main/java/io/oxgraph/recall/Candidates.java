package io.oxgraph.recall;

import io.oxgraph.recall.MessageItem.EpisodeItem;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.SearchBackend.MessageMatch;
import io.oxgraph.recall.SearchBackend.NamedEntity;
import io.oxgraph.text.Names.Normaliser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The matches of all retrievers, each item once. */
final class Candidates {
    /** Candidates of a workspace with many messages: the best 500, and their neighbours. */
    private static final int EXPECTED = 600;

    final Map<String, Candidate> candidates = LinkedHashMap.newLinkedHashMap(EXPECTED);
    /** The best match of each retriever. */
    final Map<Retriever, Candidate> bests = new EnumMap<>(Retriever.class);

    final Map<Retriever, String> dropped = new EnumMap<>(Retriever.class);
    final Map<Retriever, Long> nanos = new EnumMap<>(Retriever.class);
    final List<NamedEntity> entities = new ArrayList<>();

    void memories(Retriever retriever, List<Hit<MemoryItem>> hits) {
        int rank = 0;
        for (Hit<MemoryItem> hit : hits) {
            String id = hit.item().id();
            add(retriever, candidates.computeIfAbsent(id, key -> new Candidate(hit.item(), null, null)), hit, ++rank);
        }
    }

    /** @param ranked whether their places in each of the two retrievers are wanted */
    void messages(List<MessageMatch> matches, boolean ranked) {
        for (MessageMatch match : matches) {
            Candidate candidate = new Candidate(null, match.item(), null);
            candidates.put(candidate.id(), candidate);
            foundBy(Retriever.MESSAGE_MEANING, candidate, match.cosine());
            foundBy(Retriever.MESSAGE_WORDS, candidate, match.words());
        }
        if (ranked) {
            rank(Retriever.MESSAGE_MEANING);
            rank(Retriever.MESSAGE_WORDS);
        }
    }

    private void foundBy(Retriever retriever, Candidate candidate, double score) {
        candidate.foundBy(retriever, score, 0);
        if (score > 0) {
            bests.merge(retriever, candidate, (best, next) -> next.compareIn(retriever, best) < 0 ? next : best);
        }
    }

    private void rank(Retriever retriever) {
        List<Candidate> found = candidates.values().stream()
                .filter(candidate -> candidate.isMessage() && candidate.isFoundBy(retriever))
                .sorted((one, other) -> one.compareIn(retriever, other))
                .toList();
        for (int i = 0; i < found.size(); i++) {
            found.get(i).foundBy(retriever, found.get(i).scoreOf(retriever), i + 1);
        }
    }

    void entities(Retriever retriever, List<Hit<EntityItem>> hits) {
        int rank = 0;
        for (Hit<EntityItem> hit : hits) {
            String id = hit.item().id();
            add(retriever, candidates.computeIfAbsent(id, key -> new Candidate(null, null, hit.item())), hit, ++rank);
        }
    }

    private void add(Retriever retriever, Candidate candidate, Hit<?> hit, int rank) {
        candidate.foundBy(retriever, hit.score(), rank);
        bests.putIfAbsent(retriever, candidate);
    }

    /** Adds a message next to a match, which no retriever found itself. */
    void neighbour(MessageItem message) {
        candidates.computeIfAbsent(message.id(), key -> new Candidate(null, message, null));
    }

    /** Whether a vector search ran for items of the candidate's kind. */
    boolean compared(Candidate candidate) {
        if (candidate.isEntity()) {
            return nanos.containsKey(Retriever.ENTITY_MEANING);
        }
        return candidate.isMessage()
                ? nanos.containsKey(Retriever.MESSAGE_MEANING)
                : nanos.containsKey(Retriever.MEANING) || nanos.containsKey(Retriever.QUESTIONS);
    }

    /** A memory, message, episode or entity with its scores during ranking. */
    static final class Candidate {
        private static final Retriever[] RETRIEVERS = Retriever.values();

        /** Null unless it is a memory. */
        final MemoryItem memory;
        /** A message or an episode, or null. */
        final MessageItem message;
        /** Null unless it is an entity. */
        final EntityItem entity;

        /** By retriever; 0 where that did not find it. Arrays, since a recall weighs hundreds of candidates. */
        private final double[] scores = new double[RETRIEVERS.length];

        private final int[] ranks = new int[RETRIEVERS.length];
        /** Fused score of the retrievers. */
        double fused;
        /** What a memory scored before it was raised to its source; tells two of one message apart. */
        private double ownFused;

        /** Fused score of the best memory that was derived from it. */
        double derived;

        double confidence = 1;
        double freshness = 1;
        double rankWeight = 1;
        /** Below 1 for a task whose session has ended. */
        double sessionWeight = 1;

        double score;
        double relevance;
        /** Similarity to the query, in a similarity search. */
        double similarity;
        /**
         * The source message of a memory that scores higher than the memory itself, or the question that a message
         * answers; null when there is none.
         */
        Candidate source;
        /** Whether it is an episode whose messages were found too. */
        boolean coveredBySources;
        /** Whether it is a message that only fills the context: a line or two stand there, unless there is room for more. */
        boolean brief;

        private String normalised;
        private LineTraits line;

        Candidate(MemoryItem memory, MessageItem message, EntityItem entity) {
            this.memory = memory;
            this.message = message;
            this.entity = entity;
        }

        /**
         * The better ones first; of equal ones memories before messages, then by what they scored themselves, then by id.
         * Sorted are the scores as numbers, which takes a fraction of comparing objects; only those that are equal as floats
         * are compared.
         */
        static void sortByScore(List<Candidate> candidates) {
            long[] keys = new long[candidates.size()];
            for (int i = 0; i < keys.length; i++) {
                int bits = Float.floatToIntBits((float) candidates.get(i).score);
                int worse = bits < 0 ? bits & Integer.MAX_VALUE : ~bits;
                keys[i] = ((long) worse << Integer.SIZE) | i;
            }
            Arrays.sort(keys);
            List<Candidate> given = List.copyOf(candidates);
            for (int i = 0; i < keys.length; i++) {
                candidates.set(i, given.get((int) keys[i]));
            }
            for (int from = 0, to = 1; to <= keys.length; to++) {
                if (to == keys.length || keys[to] >> Integer.SIZE != keys[from] >> Integer.SIZE) {
                    if (to - from > 1) {
                        candidates.subList(from, to).sort(Candidate::compareByScore);
                    }
                    from = to;
                }
            }
        }

        private int compareByScore(Candidate other) {
            int order = Double.compare(other.score, score);
            if (order != 0) {
                return order;
            }
            if (isMessage() != other.isMessage()) {
                return isMessage() ? 1 : -1;
            }
            order = Double.compare(other.ownFused, ownFused);
            return order == 0 ? id().compareTo(other.id()) : order;
        }

        /** The one with the higher score in a retriever first; of equal ones by id. */
        private int compareIn(Retriever retriever, Candidate other) {
            int order = Double.compare(other.scoreOf(retriever), scoreOf(retriever));
            return order == 0 ? id().compareTo(other.id()) : order;
        }

        /** Gives a memory the score of its source message. */
        void standFor(Candidate message) {
            if (source == null) {
                ownFused = fused;
            }
            source = message;
            fused = message.fused;
        }

        String id() {
            if (isEntity()) {
                return entity.id();
            }
            return memory == null ? message.id() : memory.id();
        }

        /** Its owner; null where it is shared. */
        String userId() {
            String owner = isMemory() ? memory.userId() : isMessage() ? message.userId() : "";
            return owner.isEmpty() ? null : owner;
        }

        boolean isMemory() {
            return memory != null;
        }

        boolean isEntity() {
            return entity != null;
        }

        /** Whether it is a message or an episode. */
        boolean isMessage() {
            return message != null;
        }

        boolean isEpisode() {
            return message instanceof EpisodeItem;
        }

        /** Whether it is a message, and no episode. */
        boolean isSaid() {
            return isMessage() && !isEpisode();
        }

        /** Whether these ids contain it or its whole evidence. */
        boolean isAmong(Set<String> ids) {
            return !ids.isEmpty() && (ids.contains(id()) || isMadeOf(ids));
        }

        /** Whether it is a memory with evidence, and all of that is among these ids. */
        boolean isMadeOf(Set<String> ids) {
            return memory != null && !memory.evidence().isEmpty() && ids.containsAll(memory.evidence());
        }

        /** Its text in small letters, without double blanks; kept, since several rules compare it. */
        String normalised() {
            if (normalised == null) {
                normalised = Normaliser.normalise(text());
            }
            return normalised;
        }

        String text() {
            if (isEntity()) {
                return entity.text();
            }
            return memory == null ? message.text() : memory.content();
        }

        /** What choosing the lines of a context needs of its text. */
        LineTraits line() {
            if (line == null) {
                line = isEntity() ? LineTraits.of(entity.text()) : isMemory() ? memory.line() : message.line();
            }
            return line;
        }

        /** The indexed text. */
        String searched() {
            return isMessage() ? message.searched() : text();
        }

        double scoreOf(Retriever retriever) {
            return scores[retriever.place()];
        }

        /** From 1 on; 0 where the retriever did not find it, and for a message where places are not wanted. */
        int rankIn(Retriever retriever) {
            return ranks[retriever.place()];
        }

        boolean isFoundBy(Retriever retriever) {
            return scoreOf(retriever) > 0;
        }

        /** The retrievers that found it, in their order. */
        List<Retriever> retrievers() {
            return Arrays.stream(RETRIEVERS).filter(this::isFoundBy).toList();
        }

        private void foundBy(Retriever retriever, double score, int rank) {
            scores[retriever.place()] = score;
            ranks[retriever.place()] = rank;
        }

        /** Highest cosine similarity of its vectors with the query's. */
        double cosine() {
            if (isEntity()) {
                return scoreOf(Retriever.ENTITY_MEANING);
            }
            return isMessage()
                    ? scoreOf(Retriever.MESSAGE_MEANING)
                    : Math.max(scoreOf(Retriever.MEANING), scoreOf(Retriever.QUESTIONS));
        }
    }
}
