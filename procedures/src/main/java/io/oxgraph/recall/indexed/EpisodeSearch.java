package io.oxgraph.recall.indexed;

import io.oxgraph.graph.Scope;
import io.oxgraph.graph.Scope.OwnerRange;
import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.SearchBackend.MessageFilter;
import io.oxgraph.recall.VectorSlot;
import io.oxgraph.recall.indexed.IndexReader.Kind;
import io.oxgraph.recall.indexed.NodeMessage.NodeEpisode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.neo4j.graphdb.Node;

/** Searches episodes by vector and by words. */
final class EpisodeSearch {
    /** Maximum number of episodes per search. */
    private static final int MAX_ITEMS = 200;

    private static final String INDEX = "oxgraph_episode_";

    private final IndexReader rows;
    private final String workspaceId;
    private final VectorSlot slot;
    private final DeletedConversations deletions;
    private final Scope scope;

    EpisodeSearch(IndexReader rows, String workspaceId, VectorSlot slot, DeletedConversations deletions, Scope scope) {
        this.rows = rows;
        this.scope = scope;
        this.workspaceId = workspaceId;
        this.slot = slot;
        this.deletions = deletions;
    }

    /** Many workspaces have none, and then nothing is searched. */
    private boolean isEmpty() {
        return !rows.any(Kind.EPISODE);
    }

    /** Within one conversation all episodes are compared, without the index. */
    List<Hit<MessageItem>> meaning(float[] vector, MessageFilter filter) {
        if (isEmpty()) {
            return List.of();
        }
        List<Hit<MessageItem>> hits = new ArrayList<>();
        scope.ranges().forEach(owners -> hits.addAll(meaning(vector, owners, filter)));
        return IndexReader.ordered(hits, MessageItem::id, MAX_ITEMS);
    }

    private List<Hit<MessageItem>> meaning(float[] vector, OwnerRange owners, MessageFilter filter) {
        Map<String, Object> parameters = parameters(filter);
        IndexReader.put(owners, parameters);
        parameters.put("vector", vector);
        List<Hit<MessageItem>> hits = List.of();
        if (filter.conversationId() == null && rows.online(INDEX + slot.property())) {
            hits = rows.nearest("episode_meaning", parameters, MAX_ITEMS, passing(filter))
                    .hits();
        }
        if (hits.size() < MAX_ITEMS) {
            parameters.put("slot", slot.property());
            String statement = filter.conversationId() == null ? "episode_meaning_exact" : "episode_meaning_within";
            statement += scope.allUsers() ? "" : "_of_user";
            hits = rows.best(statement, parameters, MAX_ITEMS, passing(filter)).hits();
        }
        return hits;
    }

    /** Scores are the index's own, not comparable with those of messages. */
    List<Hit<MessageItem>> words(String query, MessageFilter filter) {
        if (isEmpty()) {
            return List.of();
        }
        rows.require(INDEX + "words");
        String sought = FulltextQuery.query(workspaceId, scope, query, "summary");
        if (sought.isEmpty()) {
            return List.of();
        }
        Map<String, Object> parameters = parameters(filter);
        parameters.put("query", sought);
        return rows.nearest("episode_words", parameters, MAX_ITEMS, passing(filter))
                .hits();
    }

    private Map<String, Object> parameters(MessageFilter filter) {
        Map<String, Object> parameters = new HashMap<>(Map.of("workspace_id", workspaceId));
        parameters.put("conversation_id", filter.conversationId());
        return parameters;
    }

    private Function<Node, Optional<MessageItem>> passing(MessageFilter filter) {
        return node -> node.hasProperty("deleted_at")
                ? Optional.empty()
                : Optional.<MessageItem>of(NodeEpisode.of(node))
                        .filter(episode -> scope.reads(episode.userId(), "")
                                && !episode.text().equals(MessageItem.ERASED))
                        .filter(episode -> deletions.pass(filter, episode));
    }
}
