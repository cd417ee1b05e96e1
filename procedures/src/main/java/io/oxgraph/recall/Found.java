package io.oxgraph.recall;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** What the retrievers found, each item once. */
final class Found {
    final Map<String, Candidate> candidates = new LinkedHashMap<>();
    /** The ids of each retriever's hits, best first. */
    final Map<Retriever, List<String>> lists = new EnumMap<>(Retriever.class);

    final Map<Retriever, String> dropped = new EnumMap<>(Retriever.class);
    final Map<Retriever, Long> nanos = new EnumMap<>(Retriever.class);
    List<NamedEntity> entities = new ArrayList<>();

    void memories(Retriever retriever, List<Hit<MemoryItem>> hits) {
        add(retriever, hits, (known, item) -> known == null ? new Candidate(item, null) : known, MemoryItem::id);
    }

    void messages(Retriever retriever, List<Hit<MessageItem>> hits) {
        add(retriever, hits, (known, item) -> known == null ? new Candidate(null, item) : known, MessageItem::id);
    }

    private <T> void add(
            Retriever retriever,
            List<Hit<T>> hits,
            BiFunction<Candidate, T, Candidate> candidate,
            java.util.function.Function<T, String> id) {
        List<String> ids = new ArrayList<>();
        for (Hit<T> hit : hits) {
            Candidate found =
                    candidates.compute(id.apply(hit.item()), (key, known) -> candidate.apply(known, hit.item()));
            ids.add(found.id());
            found.scores.put(retriever, hit.score());
            found.ranks.put(retriever, ids.size());
        }
        lists.put(retriever, ids);
    }
}
