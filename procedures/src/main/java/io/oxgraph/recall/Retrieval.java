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
    /** Lists without an order of their own are long, or they would be a sample; so are those that are sifted later. */
    private static final int TIMES_WIDE = 10;
    /** A message is also found by those around it, so more of them are needed. */
    private static final int MESSAGES = 1_000;

    private final Sources sources;
    private final RecallRequest request;
    private final Filter filter;
    private final Deadline deadline;
    private final Aboutness about;
    private final String vectorsMissing;
    private final SaidFilter said;
    private final Found found = new Found();

    /** @param vectorsMissing why nothing can be found by meaning; null where it can */
    Retrieval(
            Sources sources,
            RecallRequest request,
            Filter filter,
            Deadline deadline,
            Aboutness about,
            String vectorsMissing) {
        this.sources = sources;
        this.request = request;
        this.filter = filter;
        this.deadline = deadline;
        this.about = about;
        this.vectorsMissing = vectorsMissing;
        said = request.said();
    }

    Found run(Collection<NamedEntity> entities) {
        found.entities.addAll(entities);
        for (Retriever retriever : Retriever.values()) {
            if (request.weights().get(retriever) > 0 && isAsked(retriever)) {
                tryOut(retriever);
            }
        }
        if (deadline.leaves(0) && !request.bySimilarity()) {
            new Beside(sources, request).add(found);
        }
        return found;
    }

    private boolean isAsked(Retriever retriever) {
        return request.applies(retriever.key())
                && (retriever.ofMessages() ? said.messages() || said.episodes() : request.wantsMemories())
                && switch (retriever) {
                    case ENTITY -> !found.entities.isEmpty();
                    case TIME -> request.window() != null;
                    case TOPIC ->
                        !request.topicKeys().isEmpty() || !request.predicates().isEmpty();
                    default -> true;
                };
    }

    private void tryOut(Retriever retriever) {
        if (retriever.needsVector() && vectorsMissing != null) {
            found.dropped.put(retriever, vectorsMissing);
        } else if (!deadline.leaves(COSTS.expected(sources.path(), retriever))) {
            COSTS.leftOut(sources.path(), retriever);
            found.dropped.put(retriever, Notes.DEADLINE);
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
            case MEANING -> found.memories(retriever, byVector(v -> sources.meaning(v, filter, limit())));
            case QUESTIONS -> found.memories(retriever, byVector(v -> sources.questions(v, filter, limit())));
            case WORDS -> found.memories(retriever, byText(text -> sources.words(text, filter, limit())));
            case ENTITY -> found.memories(retriever, sources.entity(entityIds(), filter, wide()));
            case TIME -> found.memories(retriever, sources.time(request.window(), filter, wide()));
            case TOPIC ->
                found.memories(retriever, sources.topic(request.topicKeys(), request.predicates(), filter, wide()));
            case MESSAGE_MEANING -> messages(retriever, byVector(v -> sources.messageMeaning(v, said, MESSAGES)));
            case MESSAGE_WORDS ->
                messages(retriever, byText(text -> sources.messageWords(about.withoutNames(text), said, MESSAGES)));
        }
    }

    private void messages(Retriever retriever, List<Hit<MessageItem>> hits) {
        found.messages(
                retriever,
                hits.stream().filter(hit -> request.takes(hit.item())).toList());
    }

    private List<String> entityIds() {
        return found.entities.stream().map(NamedEntity::id).toList();
    }

    private int limit() {
        int limit = Math.max(LEAST, TIMES_K * request.k());
        return request.conversationId() == null && request.excludedId() == null ? limit : TIMES_WIDE * limit;
    }

    private int wide() {
        return TIMES_WIDE * Math.max(LEAST, TIMES_K * request.k());
    }

    private <T> List<Hit<T>> byVector(Function<float[], List<Hit<T>>> search) {
        return best(request.asked().stream()
                .filter(asked -> asked.vector() != null)
                .map(asked -> search.apply(asked.vector()))
                .toList());
    }

    private <T> List<Hit<T>> byText(Function<String, List<Hit<T>>> search) {
        return best(request.asked().stream().map(Asked::text).map(search).toList());
    }

    /** Of several ways to ask, the best score of each item. */
    private static <T> List<Hit<T>> best(List<List<Hit<T>>> lists) {
        if (lists.size() == 1) {
            return lists.getFirst();
        }
        Map<String, Hit<T>> best = new HashMap<>();
        lists.forEach(list -> list.forEach(hit -> best.merge(id(hit), hit, (a, b) -> a.score() >= b.score() ? a : b)));
        return best.values().stream()
                .sorted(Comparator.comparingDouble((Hit<T> hit) -> -hit.score()).thenComparing(Retrieval::id))
                .toList();
    }

    private static String id(Hit<?> hit) {
        return hit.item() instanceof MemoryItem memory ? memory.id() : ((MessageItem) hit.item()).id();
    }
}
