package io.oxgraph.recall;

import io.oxgraph.graph.Scope;
import io.oxgraph.recall.SearchBackend.MemoryFilter;
import io.oxgraph.recall.SearchBackend.MessageFilter;
import io.oxgraph.recall.SearchBackend.Window;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A validated recall request.
 *
 * @param queries the query, then its rewrites
 * @param model name of the embedding model of their vectors; null when not given
 * @param k maximum number of results; without a bound, the number of first results that are returned in any case
 * @param unbounded whether the call gives no k: the results that fill the context are returned too
 * @param kinds to search: memory, message, episode, entity
 * @param plan kind of query, which selects the retrievers' weights
 * @param types types of memories and of entities, roles of messages, and episode; empty for all
 * @param entityNames, entityIds entities given in addition to those the query mentions
 * @param window time window; null when there is none
 * @param weights weights of all retrievers, 0 to 100
 * @param fusion sum or rrf; null for the workspace's setting
 * @param without names of retrievers and rules to leave out (ablation)
 * @param asOf valid and recorded time of the question; null for now
 * @param confidenceFloor minimum confidence, 0 to 1; null for the workspace's setting
 * @param deadlineMillis time budget in milliseconds; null when there is none
 * @param conversationId only this conversation; null for all
 * @param excludedId conversation to exclude; null for none
 * @param excludedIds ids to exclude, with the memories whose whole evidence is excluded
 * @param bySimilarity similarity search: only results above a minimum, most similar first
 * @param minimum minimum similarity, 0 to 1; null for the workspace's setting
 * @param targets node_ids of entities that are results whatever the query says, before all others
 * @param entityBudget tokens of a text of the entities alone, which are then returned beside the k results; null when
 *     they are among the results
 * @param scope whose memory is read
 */
record RecallRequest(
        List<QueryText> queries,
        String model,
        int k,
        boolean unbounded,
        Set<String> kinds,
        Set<String> types,
        List<String> entityNames,
        List<String> entityIds,
        Window window,
        List<String> predicates,
        List<String> topicKeys,
        List<String> negated,
        String plan,
        Map<Retriever, Double> weights,
        String fusion,
        Set<String> without,
        MemoryFilter.AsOf asOf,
        boolean historical,
        Double confidenceFloor,
        long budget,
        Double deadlineMillis,
        boolean explain,
        String conversationId,
        String excludedId,
        Set<String> excludedIds,
        boolean bySimilarity,
        Double minimum,
        List<String> targets,
        Long entityBudget,
        Scope scope,
        ZonedDateTime now) {
    static final String MEMORY = "memory";
    static final String MESSAGE = "message";
    static final String EPISODE = "episode";
    static final String ENTITY = "entity";
    static final Set<String> KINDS = Set.of(MEMORY, MESSAGE, EPISODE, ENTITY);
    static final Set<String> ROLES = Set.of("user", "assistant", "system", "tool");
    static final String RRF = "rrf";

    /** One wording of the query with its vector. */
    static final class QueryText {
        private final String text;
        private final float[] vector;

        /** @param vector unit vector; null when not given */
        QueryText(String text, float[] vector) {
            this.text = text;
            this.vector = vector;
        }

        String text() {
            return text;
        }

        float[] vector() {
            return vector;
        }
    }

    String query() {
        return queries.getFirst().text();
    }

    /** Whether the budget alone bounds what stands in the context. */
    boolean fillsContext() {
        return unbounded && !bySimilarity && applies(Rules.FILL);
    }

    boolean applies(String rule) {
        return !without.contains(rule);
    }

    boolean wants(String kind) {
        return kinds.contains(kind);
    }

    boolean hasVector() {
        return queries.stream().anyMatch(one -> one.vector() != null);
    }

    /** The memory types among the requested types. */
    Set<String> memoryTypes() {
        return types.stream()
                .filter(type -> !ROLES.contains(type) && !type.equals(EPISODE))
                .collect(Collectors.toUnmodifiableSet());
    }

    boolean wantsMemories() {
        return wants(MEMORY) && (types.isEmpty() || !memoryTypes().isEmpty());
    }

    boolean wantsMessages() {
        return wants(MESSAGE) && (types.isEmpty() || types.stream().anyMatch(ROLES::contains));
    }

    boolean wantsEpisodes() {
        return wants(EPISODE) && (types.isEmpty() || types.contains(EPISODE));
    }

    /** Entities have no past that is kept, and are of no conversation. */
    boolean wantsEntities() {
        return wants(ENTITY) && asOf == null && conversationId == null;
    }

    /** Whether an entity has a requested type. */
    boolean takes(EntityItem entity) {
        return types.isEmpty() || types.stream().anyMatch(type -> type.equalsIgnoreCase(entity.type()));
    }

    /** The filter on messages and episodes. */
    MessageFilter messageFilter() {
        return new MessageFilter(wantsMessages(), wantsEpisodes(), conversationId, excludedId);
    }

    /** Whether a message has a requested role and was recorded by the as-of time. */
    boolean takes(MessageItem message) {
        return (types.isEmpty() || types.contains(message.role()))
                && (asOf == null || !message.saidAt().isAfter(asOf.known()));
    }

    /** Whether any option restricts the results. */
    boolean narrows() {
        return !types.isEmpty()
                || !negated.isEmpty()
                || asOf != null
                || conversationId != null
                || excludedId != null
                || !excludedIds.isEmpty()
                || kinds.size() < KINDS.size()
                || confidenceFloor != null
                || scope.agentId() != null;
    }

    /** Names of the ranking rules that a call can leave out, in addition to the retrievers. */
    static final class Rules {
        static final String CONFIDENCE = "confidence";
        static final String FRESHNESS = "freshness";
        static final String CONTRADICTIONS = "contradictions";
        static final String NEGATION = "negation";
        static final String NEIGHBOURS = "neighbours";
        static final String CONVERSATION = "conversation";
        static final String SPEAKER = "speaker";
        static final String QUESTION = "question";
        static final String WINDOW = "message_window";
        static final String ANSWER = "answer_kind";
        static final String REPEATS = "repeats";
        static final String DIVERSITY = "diversity";
        static final String THRESHOLD = "threshold";
        static final String ECHO = "echo";
        static final String DERIVED = "derived";
        static final String FILL = "fill";
        static final String EXCERPTS = "excerpts";

        static final List<String> ALL = List.of(
                CONFIDENCE,
                FRESHNESS,
                CONTRADICTIONS,
                NEGATION,
                NEIGHBOURS,
                CONVERSATION,
                SPEAKER,
                QUESTION,
                WINDOW,
                ANSWER,
                REPEATS,
                DIVERSITY,
                THRESHOLD,
                ECHO,
                DERIVED,
                FILL,
                EXCERPTS);

        private Rules() {}
    }
}
