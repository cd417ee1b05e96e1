package io.oxgraph.recall.indexed;

import io.oxgraph.recall.Hit;
import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.SaidFilter;
import io.oxgraph.recall.VectorSlot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.neo4j.graphdb.Node;

/** Messages by meaning and by words. */
final class MessageSearch {
    private static final String INDEX = "oxgraph_message_";

    private static final int MOST_SPEAKERS = 200;
    private static final String ERASED = "[erased]";

    private final Rows rows;
    private final String workspaceId;
    private final VectorSlot slot;
    private final Deletions deletions;

    MessageSearch(Rows rows, String workspaceId, VectorSlot slot, Deletions deletions) {
        this.rows = rows;
        this.workspaceId = workspaceId;
        this.slot = slot;
        this.deletions = deletions;
    }

    List<Hit<MessageItem>> meaning(float[] vector, SaidFilter filter, int limit) {
        String statement = filter.conversationId() == null ? "message_meaning" : "message_meaning_within";
        Map<String, Object> parameters = parameters();
        parameters.put("vector", vector);
        parameters.put("conversation_id", filter.conversationId());
        List<Hit<MessageItem>> hits = List.of();
        if (rows.online(INDEX + slot.property())) {
            hits = rows.nearest(slotted(statement), parameters, limit, passing(filter))
                    .hits();
        }
        if (hits.size() < limit) {
            parameters.put("slot", slot.property());
            hits = rows.best(statement + "_exact", parameters, limit, passing(filter))
                    .hits();
        }
        return Rows.ordered(hits, MessageItem::id, limit);
    }

    private String slotted(String statement) {
        return slot.isAlternative() ? statement + "_alt" : statement;
    }

    List<Hit<MessageItem>> words(String query, SaidFilter filter, int limit) {
        rows.require("oxgraph_message_words");
        String sought = Lucene.query(workspaceId, query, "text", "speaker");
        if (sought.isEmpty()) {
            return List.of();
        }
        Map<String, Object> parameters = parameters();
        parameters.put("query", sought);
        return inPartsOfTheBest(
                rows.nearest("message_words", parameters, limit, passing(filter))
                        .hits(),
                limit);
    }

    private static List<Hit<MessageItem>> inPartsOfTheBest(List<Hit<MessageItem>> hits, int limit) {
        double best = hits.stream().mapToDouble(Hit::score).max().orElse(1);
        List<Hit<MessageItem>> parts = hits.stream()
                .map(hit -> new Hit<>(hit.item(), hit.score() / best))
                .toList();
        return Rows.ordered(parts, MessageItem::id, limit);
    }

    /** One seek a name: each finds the next one in the index. */
    List<String> speakers() {
        List<String> speakers = new ArrayList<>();
        Optional<String> next = next("");
        while (next.isPresent() && speakers.size() < MOST_SPEAKERS) {
            speakers.add(next.get());
            next = next(next.get());
        }
        return speakers;
    }

    private Optional<String> next(String after) {
        Map<String, Object> parameters = parameters();
        parameters.put("after", after);
        return rows
                .best("speaker_after", parameters, 1, node -> Optional.of((String) node.getProperty("speaker")))
                .hits()
                .stream()
                .map(Hit::item)
                .findFirst();
    }

    List<MessageItem> all(String statement, Map<String, Object> parameters) {
        return rows.best(statement, parameters, Integer.MAX_VALUE, passing(SaidFilter.ALL)).hits().stream()
                .map(Hit::item)
                .toList();
    }

    private Map<String, Object> parameters() {
        return new HashMap<>(Map.of("workspace_id", workspaceId));
    }

    private Function<Node, Optional<MessageItem>> passing(SaidFilter filter) {
        return node -> Optional.<MessageItem>of(NodeMessage.of(node))
                .filter(message -> !message.text().equals(ERASED))
                .filter(message -> deletions.pass(filter, message.conversationId()));
    }
}
