package io.oxgraph.recall;

import io.oxgraph.graph.PredicateNames;
import io.oxgraph.recall.Candidates.Candidate;
import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.RecallRequest.QueryText;
import io.oxgraph.recall.RecallRequest.Rules;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.SearchBackend.IndexUnavailable;
import io.oxgraph.recall.SearchBackend.MemoryFilter;
import io.oxgraph.recall.SearchBackend.MessageFilter;
import io.oxgraph.recall.SearchBackend.MessageScores;
import io.oxgraph.recall.SearchBackend.NamedEntity;
import io.oxgraph.text.Wording;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Runs the retrievers that a request needs, the most valuable first, until the deadline. */
final class Retrieval {
    private static final RetrieverTimings COSTS = new RetrieverTimings();
    /** Minimum number of matches taken from each retriever; matches further down never reach the top. */
    private static final int MIN_CANDIDATES = 100;

    private static final int K_FACTOR = 5;
    /** Factor for lists without a ranking of their own, and for those filtered by conversation later. */
    private static final int WIDE_FACTOR = 10;
    /** Messages for each wanted one, since repeated ones are left out. */
    private static final int MESSAGE_FACTOR = 2;
    /** Limit for entities: few are returned, and the relevance of each is computed. */
    private static final int ENTITY_LIMIT = 50;

    private final SearchBackend sources;
    private final RecallRequest request;
    private final MemoryFilter filter;
    private final Deadline deadline;
    private final QuerySpeakers about;
    private final String vectorsMissing;
    private final boolean byRank;
    private final PredicateNames names;
    private final MessageFilter messageFilter;
    /** Null before one of the retrievers of messages runs. */
    private MessageScores messageScores;

    private final Candidates found = new Candidates();

    /**
     * @param vectorsMissing reason why vector search is impossible; null when it is possible
     * @param byRank whether the retrievers' places are fused
     */
    Retrieval(
            SearchBackend sources,
            RecallRequest request,
            MemoryFilter filter,
            Deadline deadline,
            QuerySpeakers about,
            String vectorsMissing,
            boolean byRank,
            PredicateNames names) {
        this.sources = sources;
        this.request = request;
        this.filter = filter;
        this.deadline = deadline;
        this.about = about;
        this.vectorsMissing = vectorsMissing;
        this.byRank = byRank;
        this.names = names;
        messageFilter = request.messageFilter();
    }

    Candidates run(Collection<NamedEntity> entities) {
        found.entities.addAll(entities);
        for (Retriever retriever : Retriever.values()) {
            if (isTaken(retriever)) {
                runWithinDeadline(retriever);
            }
        }
        if (messageScores != null) {
            found.messages(messageScores.best(), byRank || request.explain());
        }
        if (deadline.leaves(0) && !request.bySimilarity()) {
            new NeighbourMessages(sources, request).add(found);
        }
        return found;
    }

    private boolean isTaken(Retriever retriever) {
        return request.weights().get(retriever) > 0 && isRequested(retriever);
    }

    private boolean isRequested(Retriever retriever) {
        return request.applies(retriever.key())
                && wantsKind(retriever)
                && switch (retriever) {
                    case ENTITY -> !found.entities.isEmpty();
                    case ENTITY_NAME -> !found.entities.isEmpty();
                    case TIME -> request.window() != null;
                    case TOPIC ->
                        !request.topicKeys().isEmpty() || !request.predicates().isEmpty();
                    default -> true;
                };
    }

    private boolean wantsKind(Retriever retriever) {
        if (retriever.ofEntities()) {
            return request.wantsEntities();
        }
        return retriever.ofMessages() ? messageFilter.messages() || messageFilter.episodes() : request.wantsMemories();
    }

    private void runWithinDeadline(Retriever retriever) {
        if (retriever.needsVector() && vectorsMissing != null) {
            found.dropped.put(retriever, vectorsMissing);
        } else if (!inTime(retriever)) {
            COSTS.skipped(sources.path(), retriever);
            found.dropped.put(retriever, Notes.DEADLINE);
        } else {
            measure(retriever);
        }
    }

    private boolean inTime(Retriever retriever) {
        return deadline.leaves(COSTS.expected(sources.path(), retriever));
    }

    private void measure(Retriever retriever) {
        long start = System.nanoTime();
        try {
            retrieve(retriever);
        } catch (IndexUnavailable e) {
            found.dropped.put(retriever, "index");
        }
        long taken = System.nanoTime() - start;
        COSTS.record(sources.path(), retriever, taken);
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
                found.memories(
                        retriever, sources.topic(topicKeys(), names.spellings(request.predicates()), filter, wide()));
            case MESSAGE_MEANING -> {
                if (isTaken(Retriever.MESSAGE_WORDS) && inTime(Retriever.MESSAGE_WORDS)) {
                    messageScores().expect(messageWords());
                }
                request.queries().stream()
                        .map(QueryText::vector)
                        .filter(Objects::nonNull)
                        .forEach(messageScores()::meaning);
            }
            case MESSAGE_WORDS -> messageWords().forEach(messageScores()::words);
            case ENTITY_NAME -> entities(retriever, named());
            case ENTITY_MEANING -> entities(retriever, byVector(v -> sources.entityMeaning(v, ENTITY_LIMIT)));
            case ENTITY_WORDS -> entities(retriever, sharingWords());
        }
    }

    /** The words that are sought in messages, by query. */
    private List<String> messageWords() {
        return request.queries().stream()
                .map(asked -> about.withoutNames(asked.text()))
                .toList();
    }

    private MessageScores messageScores() {
        if (messageScores == null) {
            int limit = Math.max(sources.messageLimit(), MESSAGE_FACTOR * request.k());
            messageScores = sources.messages(messageFilter, new MessagePreference(request, about), limit);
        }
        return messageScores;
    }

    /** In every wording under which they may be stored. */
    private List<String> topicKeys() {
        return request.topicKeys().stream()
                .filter(key -> !key.isEmpty())
                .flatMap(key -> Stream.concat(Stream.of(key), Wording.topicSpellings(Wording.topic(key)).stream()))
                .distinct()
                .toList();
    }

    private void entities(Retriever retriever, List<Hit<EntityItem>> hits) {
        found.entities(
                retriever,
                hits.stream().filter(hit -> request.takes(hit.item())).toList());
    }

    /**
     * Scored by the share of the query's words that they have, so that the best of a few weak matches is no strong one.
     */
    private List<Hit<EntityItem>> sharingWords() {
        List<Hit<EntityItem>> hits = byText(text -> sources.entityWords(text, ENTITY_LIMIT));
        if (hits.isEmpty()) {
            return hits;
        }
        Relevance asked =
                new Relevance(request.queries().stream().map(QueryText::text).toList(), sources::rarity);
        return hits.stream()
                .map(hit -> new Hit<>(hit.item(), asked.coverage(hit.item().text())))
                .filter(hit -> hit.score() > 0)
                .sorted(Comparator.comparingDouble((Hit<EntityItem> hit) -> -hit.score())
                        .thenComparing(Retrieval::id))
                .toList();
    }

    private List<Hit<EntityItem>> named() {
        return sources.entities(entityIds()).stream()
                .map(entity -> new Hit<>(entity, 1))
                .toList();
    }

    private List<String> entityIds() {
        return found.entities.stream().map(NamedEntity::id).toList();
    }

    private int limit() {
        int limit = Math.max(MIN_CANDIDATES, K_FACTOR * request.k());
        return request.conversationId() == null && request.excludedId() == null ? limit : WIDE_FACTOR * limit;
    }

    private int wide() {
        return WIDE_FACTOR * Math.max(MIN_CANDIDATES, K_FACTOR * request.k());
    }

    private <T> List<Hit<T>> byVector(Function<float[], List<Hit<T>>> search) {
        return best(request.queries().stream()
                .filter(asked -> asked.vector() != null)
                .map(asked -> search.apply(asked.vector()))
                .toList());
    }

    private <T> List<Hit<T>> byText(Function<String, List<Hit<T>>> search) {
        return best(request.queries().stream().map(QueryText::text).map(search).toList());
    }

    /** The best score of each item over all wordings of the query. */
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
        if (hit.item() instanceof EntityItem entity) {
            return entity.id();
        }
        return ((MemoryItem) hit.item()).id();
    }

    /**
     * Adds the messages right before and after the best ones: "In Berlin." answers the question before it without
     * sharing a word with the query.
     */
    static final class NeighbourMessages {
        private static final int BEST_MESSAGES = 10;

        private static final Comparator<Candidate> WORST_FIRST = Comparator.comparingDouble(
                candidate -> candidate.scoreOf(Retriever.MESSAGE_MEANING) + candidate.scoreOf(Retriever.MESSAGE_WORDS));

        private final SearchBackend sources;
        private final RecallRequest request;

        NeighbourMessages(SearchBackend sources, RecallRequest request) {
            this.sources = sources;
            this.request = request;
        }

        void add(Candidates found) {
            if (request.wantsMessages() && request.applies(Rules.NEIGHBOURS)) {
                sources.messagesAt(places(found)).stream()
                        .filter(request::takes)
                        .forEach(found::neighbour);
            }
        }

        private Map<ConversationKey, Set<Long>> places(Candidates found) {
            Map<ConversationKey, Set<Long>> places = new HashMap<>();
            for (Candidate candidate : best(found)) {
                long position = candidate.message.position();
                places.computeIfAbsent(candidate.message.conversation(), id -> new TreeSet<>())
                        .addAll(position > 0 ? List.of(position - 1, position + 1) : List.of(position + 1));
            }
            return places;
        }

        /** The best ten by meaning and words; of hundreds, most are only compared with the worst of them. */
        private static List<Candidate> best(Candidates found) {
            PriorityQueue<Candidate> best = new PriorityQueue<>(BEST_MESSAGES + 1, WORST_FIRST);
            for (Candidate candidate : found.candidates.values()) {
                boolean isBetter = best.size() < BEST_MESSAGES || WORST_FIRST.compare(candidate, best.peek()) > 0;
                if (candidate.isSaid() && isBetter) {
                    best.add(candidate);
                    if (best.size() > BEST_MESSAGES) {
                        best.poll();
                    }
                }
            }
            return List.copyOf(best);
        }
    }

    /** Exponential moving average of each retriever's run time on this server, by backend, in nanoseconds. */
    static final class RetrieverTimings {
        private static final double SMOOTHING = 0.2;
        /** A skipped retriever's estimate decays, so that it is tried again. */
        private static final double SKIP_DECAY = 0.9;

        private final Map<String, Double> means = new ConcurrentHashMap<>();

        double expected(String path, Retriever retriever) {
            return means.getOrDefault(key(path, retriever), 0.0);
        }

        void record(String path, Retriever retriever, long nanos) {
            means.merge(key(path, retriever), (double) nanos, (mean, taken) -> mean + SMOOTHING * (taken - mean));
        }

        void skipped(String path, Retriever retriever) {
            means.computeIfPresent(key(path, retriever), (key, mean) -> mean * SKIP_DECAY);
        }

        private static String key(String path, Retriever retriever) {
            return path + ' ' + retriever.key();
        }
    }

    /** The time budget of a call. */
    static final class Deadline {
        private static final double NANOS_A_MILLI = 1e6;

        private final double end;

        /** @param millis budget in milliseconds; null for none */
        Deadline(Double millis) {
            end = millis == null ? Double.POSITIVE_INFINITY : System.nanoTime() + millis * NANOS_A_MILLI;
        }

        /** Whether at least this many nanoseconds are left. */
        boolean leaves(double nanos) {
            double left = end - System.nanoTime();
            return left > 0 && nanos < left;
        }
    }
}
