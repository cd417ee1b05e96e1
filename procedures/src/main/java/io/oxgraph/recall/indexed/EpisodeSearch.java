package io.oxgraph.recall.indexed;

import io.oxgraph.recall.Hit;
import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.SaidFilter;
import io.oxgraph.recall.VectorSlot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.neo4j.graphdb.Node;

/** Episodes by meaning and by words. */
final class EpisodeSearch {
    /** There are few of them beside the messages that they sum up. */
    private static final int MOST = 200;

    private static final String INDEX = "oxgraph_episode_";
    private static final String ERASED = "[erased]";

    private final Rows rows;
    private final String workspaceId;
    private final VectorSlot slot;
    private final Deletions deletions;

    EpisodeSearch(Rows rows, String workspaceId, VectorSlot slot, Deletions deletions) {
        this.rows = rows;
        this.workspaceId = workspaceId;
        this.slot = slot;
        this.deletions = deletions;
    }

    /** Those of one conversation are looked at one by one. */
    List<Hit<MessageItem>> meaning(float[] vector, SaidFilter filter) {
        Map<String, Object> parameters = parameters(filter);
        parameters.put("vector", vector);
        List<Hit<MessageItem>> hits = List.of();
        if (filter.conversationId() == null && rows.online(INDEX + slot.property())) {
            String statement = slot.isAlternative() ? "episode_meaning_alt" : "episode_meaning";
            hits = rows.nearest(statement, parameters, MOST, passing(filter)).hits();
        }
        if (hits.size() < MOST) {
            parameters.put("slot", slot.property());
            String statement = filter.conversationId() == null ? "episode_meaning_exact" : "episode_meaning_within";
            hits = rows.best(statement, parameters, MOST, passing(filter)).hits();
        }
        return hits;
    }

    /** With the index's own scores, which are not those of messages. */
    List<Hit<MessageItem>> words(String query, SaidFilter filter) {
        rows.require(INDEX + "words");
        String sought = Lucene.query(workspaceId, query, "summary");
        if (sought.isEmpty()) {
            return List.of();
        }
        Map<String, Object> parameters = parameters(filter);
        parameters.put("query", sought);
        return rows.nearest("episode_words", parameters, MOST, passing(filter)).hits();
    }

    private Map<String, Object> parameters(SaidFilter filter) {
        Map<String, Object> parameters = new HashMap<>(Map.of("workspace_id", workspaceId));
        parameters.put("conversation_id", filter.conversationId());
        return parameters;
    }

    private Function<Node, Optional<MessageItem>> passing(SaidFilter filter) {
        return node -> node.hasProperty("deleted_at")
                ? Optional.empty()
                : Optional.<MessageItem>of(NodeEpisode.of(node))
                        .filter(episode -> !episode.text().equals(ERASED))
                        .filter(episode -> deletions.pass(filter, episode.conversationId()));
    }
}
