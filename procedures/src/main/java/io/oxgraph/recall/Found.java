package io.oxgraph.recall;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the retrievers found, each item once. */
final class Found {
    final Map<String, Candidate> candidates = new LinkedHashMap<>();
    /** The best hit of each retriever that found something. */
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

    /** A message that no retriever found, beside one that was. */
    void beside(MessageItem message) {
        candidates.computeIfAbsent(message.id(), key -> new Candidate(null, message));
    }

    /** Whether vectors were compared for this kind of thing. */
    boolean compared(boolean messages) {
        return messages
                ? nanos.containsKey(Retriever.MESSAGE_MEANING)
                : nanos.containsKey(Retriever.MEANING) || nanos.containsKey(Retriever.QUESTIONS);
    }
}
