package io.oxgraph.conversation;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Statements;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/**
 * What stands in a conversation: its messages by their places, which are positions from 0 (what was deleted leaves its
 * place empty), and its episodes.
 */
final class Places {
    static final String POSITION = "position";
    private static final String USER_ID = "user_id";
    private static final String CONVERSATION_ID = "conversation_id";

    private final Transaction tx;
    private final Map<String, Object> conversation;

    Places(Transaction tx, String workspaceId, String userId, String conversationId) {
        this.tx = tx;
        this.conversation = Map.of(Keys.WORKSPACE_ID, workspaceId, USER_ID, userId, CONVERSATION_ID, conversationId);
    }

    /** The message at a place. */
    Optional<Node> at(long place) {
        try (ResourceIterator<Node> nodes = tx.findNodes(Labels.MESSAGE, with(Map.of(POSITION, place)))) {
            return nodes.hasNext() ? Optional.of(nodes.next()) : Optional.empty();
        }
    }

    /** The last message before a place. */
    Optional<Node> before(long place) {
        return place == 0
                ? Optional.empty()
                : at(place - 1).or(() -> before(place, 1).stream().findFirst());
    }

    /** The last messages before a place, the latest first. */
    List<Node> before(long place, long limit) {
        return nodes("conversation/before", Map.of("place", place, "limit", limit));
    }

    /** The first messages from a place on. */
    List<Node> from(long place, long limit) {
        return nodes("conversation/from", Map.of("place", place, "limit", limit));
    }

    /** The latest episodes, the latest first. */
    List<Node> episodes(long limit) {
        return nodes("conversation/episodes", Map.of("limit", limit));
    }

    /** The place of the first message that was said later. */
    Optional<Long> firstAfter(ZonedDateTime at) {
        return nodes("conversation/said_later", Map.of("at", at)).stream()
                .findFirst()
                .map(node -> ((Number) node.getProperty(POSITION)).longValue());
    }

    /** Moves the messages from a place on, up to another, to later places. */
    void move(long from, long until, long by) {
        for (Node node : nodes("conversation/between", Map.of("from", from, "until", until))) {
            node.setProperty(POSITION, ((Number) node.getProperty(POSITION)).longValue() + by);
        }
    }

    private List<Node> nodes(String statement, Map<String, Object> more) {
        try (Result result = tx.execute(Statements.get(statement), with(more))) {
            return result.<Node>columnAs(result.columns().getFirst()).stream().toList();
        }
    }

    private Map<String, Object> with(Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(conversation);
        all.putAll(more);
        return all;
    }
}
