package io.oxgraph.recall.indexed;

import io.oxgraph.recall.Filter;
import io.oxgraph.recall.Hit;
import io.oxgraph.recall.MemoryItem;
import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.NamedEntity;
import io.oxgraph.recall.SaidFilter;
import io.oxgraph.recall.Sources;
import io.oxgraph.recall.VectorSlot;
import io.oxgraph.recall.Window;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.neo4j.graphdb.Transaction;

/** A workspace through the indexes: tenant, status, type and validity stand inside the searches. */
public final class IndexedSources implements Sources {
    private final Rows rows;
    private final String workspaceId;
    private final MemorySearch memories;
    private final MessageSearch messages;
    private final SaidSearch said;
    private final Naming naming;

    public IndexedSources(Transaction tx, String workspaceId, VectorSlot slot) {
        this.workspaceId = workspaceId;
        rows = new Rows(tx);
        memories = new MemorySearch(rows, workspaceId, slot);
        Deletions deletions = new Deletions(rows, workspaceId);
        messages = new MessageSearch(rows, workspaceId, slot, deletions);
        said = new SaidSearch(messages, new EpisodeSearch(rows, workspaceId, slot, deletions));
        naming = new Naming(tx, workspaceId);
    }

    @Override
    public String path() {
        return "indexed";
    }

    @Override
    public boolean isEmpty() {
        return Stream.of("any_memory", "any_message", "any_episode").noneMatch(this::finds);
    }

    private boolean finds(String statement) {
        return rows.best(statement, Map.of("workspace_id", workspaceId), 1, Optional::of)
                        .rows()
                > 0;
    }

    @Override
    public List<Hit<MemoryItem>> meaning(float[] vector, Filter filter, int limit) {
        return memories.meaning(vector, filter, limit);
    }

    @Override
    public List<Hit<MemoryItem>> questions(float[] vector, Filter filter, int limit) {
        return memories.questions(vector, filter, limit);
    }

    @Override
    public List<Hit<MemoryItem>> words(String query, Filter filter, int limit) {
        return memories.words(query, filter, limit);
    }

    @Override
    public List<NamedEntity> named(String text) {
        return naming.named(text);
    }

    @Override
    public List<Hit<MemoryItem>> entity(Collection<String> entityIds, Filter filter, int limit) {
        return memories.entity(entityIds, filter, limit);
    }

    @Override
    public List<Hit<MemoryItem>> time(Window window, Filter filter, int limit) {
        return memories.time(window, filter, limit);
    }

    @Override
    public List<Hit<MemoryItem>> topic(
            Collection<String> topicKeys, Collection<String> predicates, Filter filter, int limit) {
        return memories.topic(topicKeys, predicates, filter, limit);
    }

    @Override
    public List<Hit<MessageItem>> messageMeaning(float[] vector, SaidFilter filter, int limit) {
        return said.meaning(vector, filter, limit);
    }

    @Override
    public List<Hit<MessageItem>> messageWords(String query, SaidFilter filter, int limit) {
        return said.words(query, filter, limit);
    }

    @Override
    public List<String> speakers() {
        return messages.speakers();
    }

    @Override
    public List<MessageItem> messagesAt(String conversationId, Collection<Long> positions) {
        Map<String, Object> parameters = Map.of(
                "workspace_id",
                workspaceId,
                "conversation_id",
                conversationId,
                "positions",
                new ArrayList<>(positions));
        return messages.all("messages_at", parameters);
    }
}
