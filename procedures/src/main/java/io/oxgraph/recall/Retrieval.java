package io.oxgraph.recall;

import io.oxgraph.recall.RecallRequest.Asked;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Runs the retrievers that a call needs, the worthiest first, as long as there is time. */
final class Retrieval {
    private static final Costs COSTS = new Costs();
    /** So many of each list are weighed; what is further down never gets up. */
    private static final int LEAST = 100;

    private static final int TIMES_K = 5;
    /** A message is also found by those around it, so more of them are needed. */
    private static final int MESSAGES = 500;

    private final Sources sources;
    private final RecallRequest request;
    private final Filter filter;
    private final Deadline deadline;
    private final String vectorsMissing;
    private final Found found = new Found();

    /** @param vectorsMissing why nothing can be found by meaning; null where it can */
    Retrieval(Sources sources, RecallRequest request, Filter filter, Deadline deadline, String vectorsMissing) {
        this.sources = sources;
        this.request = request;
        this.filter = filter;
        this.deadline = deadline;
        this.vectorsMissing = vectorsMissing;
    }

    Found run(Collection<NamedEntity> entities, Map<Retriever, Double> weights) {
        found.entities.addAll(entities);
        for (Retriever retriever : Retriever.values()) {
            if (weights.get(retriever) > 0 && isAsked(retriever)) {
                tryOut(retriever);
            }
        }
        return found;
    }

    private boolean isAsked(Retriever retriever) {
        boolean typed = request.types().isEmpty();
        boolean kind = retriever.ofMessages()
                ? request.wants(RecallRequest.MESSAGE)
                        && (typed || request.types().stream().anyMatch(RequestReader.ROLES::contains))
                : request.wants(RecallRequest.MEMORY) && (typed || !request.memoryTypes().isEmpty());
        return kind
                && request.applies(retriever.key())
                && switch (retriever) {
                    case ENTITY -> !found.entities.isEmpty();
                    case TIME -> request.window() != null;
                    case TOPIC -> !request.topicKeys().isEmpty() || !request.predicates().isEmpty();
                    default -> true;
                };
    }

    private void tryOut(Retriever retriever) {
        if (retriever.needsVector() && vectorsMissing != null) {
            found.dropped.put(retriever, vectorsMissing);
        } else if (!deadline.leaves(COSTS.expected(sources.path(), retriever))) {
            COSTS.leftOut(sources.path(), retriever);
            found.dropped.put(retriever, "deadline");
        } else {
            measure(retriever);
        }
    }

    private void measure(Retriever retriever) {
        long start = System.nanoTime();
        try {
            retrieve(retriever);
        } catch (IndexUnavailable e) {
            found.dropped.put(retriever, "index");
        }
        long taken = System.nanoTime() - start;
        COSTS.took(sources.path(), retriever, taken);
        found.nanos.put(retriever, taken);
    }

    private void retrieve(Retriever retriever) {
        switch (retriever) {
            case MEANING -> memories(retriever, byVector(v -> sources.meaning(v, filter, limit()), MemoryItem::id));
            case QUESTIONS -> memories(retriever, byVector(v -> sources.questions(v, filter, limit()), MemoryItem::id));
            case WORDS -> memories(retriever, byText(text -> sources.words(text, filter, limit()), MemoryItem::id));
            case ENTITY -> memories(retriever, sources.entity(entityIds(), filter, wideLimit()));
            case TIME -> memories(retriever, sources.time(request.window(), filter, wideLimit()));
            case TOPIC -> memories(
                    retriever, sources.topic(request.topicKeys(), request.predicates(), filter, wideLimit()));
            case MESSAGE_MEANING -> messages(
                    retriever,
                    byVector(v -> sources.messageMeaning(v, request.conversationId(), MESSAGES), MessageItem::id));
            case MESSAGE_WORDS -> messages(
                    retriever,
                    byText(text -> sources.messageWords(text, request.conversationId(), MESSAGES), MessageItem::id));
        }
    }

    private void memories(Retriever retriever, List<Hit<MemoryItem>> hits) {
        found.memories(retriever, hits);
    }

    private void messages(Retriever retriever, List<Hit<MessageItem>> hits) {
        found.messages(
                retriever,
                hits.stream()
                        .filter(hit -> request.types().isEmpty()
                                || request.types().contains(hit.item().role()))
                        .toList());
    }

    private List<String> entityIds() {
        return found.entities.stream().map(NamedEntity::id).toList();
    }

    private int limit() {
        return Math.max(LEAST, TIMES_K * request.k());
    }

    /** Lists without an order of their own are long, or they would be a sample. */
    private int wideLimit() {
        return 10 * limit();
    }

    private <T> List<Hit<T>> byVector(Function<float[], List<Hit<T>>> search, Function<T, String> id) {
        return best(
                request.asked().stream()
                        .filter(asked -> asked.vector() != null)
                        .map(asked -> search.apply(asked.vector()))
                        .toList(),
                id);
    }

    private <T> List<Hit<T>> byText(Function<String, List<Hit<T>>> search, Function<T, String> id) {
        return best(
                request.asked().stream().map(Asked::text).map(search).toList(), id);
    }

    /** Of several ways to ask, the best score of each item. */
    private static <T> List<Hit<T>> best(List<List<Hit<T>>> lists, Function<T, String> id) {
        if (lists.size() == 1) {
            return lists.getFirst();
        }
        Map<String, Hit<T>> best = new HashMap<>();
        lists.forEach(list -> list.forEach(
                hit -> best.merge(id.apply(hit.item()), hit, (a, b) -> a.score() >= b.score() ? a : b)));
        return best.values().stream()
                .sorted(Comparator.comparingDouble((Hit<T> hit) -> -hit.score())
                        .thenComparing(hit -> id.apply(hit.item())))
                .toList();
    }
}
