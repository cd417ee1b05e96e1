package io.oxgraph.recall;

import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is asked, checked.
 *
 * @param asked the query, then its rewrites
 * @param model whose vectors they carry; null where none is named
 * @param kinds of memory, message and episode
 * @param plan the kind of query
 * @param types of memories, roles of messages, and episode; empty for all
 * @param entityNames, entityIds beside those that the query's own words name
 * @param window null without
 * @param weights of all retrievers
 * @param fusion null for the workspace's
 * @param without retrievers and rules to leave out
 * @param asOf null for now
 * @param confidenceFloor null for the workspace's
 * @param deadlineMillis null without
 * @param conversationId null for all
 * @param excludedId a conversation that is left out; null for none
 * @param excludedIds what is left out, and memories all of whose evidence that is
 * @param bySimilarity whether only what is similar enough counts, the most similar first
 * @param minimum the least similarity; null for the workspace's
 */
record RecallRequest(
        List<Asked> asked,
        String model,
        int k,
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
        Filter.AsOf asOf,
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
        ZonedDateTime now) {
    static final String MEMORY = "memory";
    static final String MESSAGE = "message";
    static final String EPISODE = "episode";
    static final Set<String> KINDS = Set.of(MEMORY, MESSAGE, EPISODE);
    static final Set<String> ROLES = Set.of("user", "assistant", "system", "tool");
    static final String RRF = "rrf";

    /** A way to say it. */
    static final class Asked {
        private final String text;
        private final float[] vector;

        /** @param vector of length 1; null without */
        Asked(String text, float[] vector) {
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
        return asked.getFirst().text();
    }

    boolean applies(String rule) {
        return !without.contains(rule);
    }

    boolean wants(String kind) {
        return kinds.contains(kind);
    }

    boolean hasVector() {
        return asked.stream().anyMatch(one -> one.vector() != null);
    }

    /** The types of memories among those asked for. */
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

    /** What was said, one by one or summed up. */
    SaidFilter said() {
        return new SaidFilter(wantsMessages(), wantsEpisodes(), conversationId, excludedId);
    }

    /** Whether a message is of a role that is asked for, and was there when it was to be known. */
    boolean takes(MessageItem message) {
        return (types.isEmpty() || types.contains(message.role()))
                && (asOf == null || !message.saidAt().isAfter(asOf.known()));
    }

    /** Whether anything but the query narrows what may be found. */
    boolean narrows() {
        return !types.isEmpty()
                || !negated.isEmpty()
                || asOf != null
                || conversationId != null
                || excludedId != null
                || !excludedIds.isEmpty()
                || kinds.size() < KINDS.size()
                || confidenceFloor != null;
    }
}
