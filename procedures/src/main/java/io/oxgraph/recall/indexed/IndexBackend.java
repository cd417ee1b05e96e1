package io.oxgraph.recall.indexed;

import io.oxgraph.graph.Scope;
import io.oxgraph.recall.EntityItem;
import io.oxgraph.recall.MemoryItem;
import io.oxgraph.recall.MessageItem;
import io.oxgraph.recall.MessageItem.ConversationKey;
import io.oxgraph.recall.MessagePreference;
import io.oxgraph.recall.SearchBackend;
import io.oxgraph.recall.SearchBackend.Hit;
import io.oxgraph.recall.SearchBackend.MemoryFilter;
import io.oxgraph.recall.SearchBackend.MessageFilter;
import io.oxgraph.recall.SearchBackend.MessageScores;
import io.oxgraph.recall.SearchBackend.NamedEntity;
import io.oxgraph.recall.SearchBackend.Window;
import io.oxgraph.recall.VectorSlot;
import io.oxgraph.recall.indexed.IndexReader.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;

/**
 * Searches a workspace through the database indexes; workspace, status, type and validity are conditions of each
 * search.
 */
public final class IndexBackend implements SearchBackend {
    /** Messages of each search, since all are read. */
    private static final int MESSAGES = 200;

    private final IndexReader rows;
    private final MemorySearch memories;
    private final CombinedSearch said;
    private final EntityMentions naming;
    private final EntitySearch business;

    /** @param database where a search in another transaction may go on at the same time */
    public IndexBackend(
            GraphDatabaseService database, Transaction tx, String workspaceId, VectorSlot slot, Scope scope) {
        rows = new IndexReader(database, tx, workspaceId, slot);
        memories = new MemorySearch(rows, workspaceId, slot, scope);
        said = CombinedSearch.of(rows, workspaceId, slot, scope);
        naming = new EntityMentions(tx, workspaceId, scope);
        business = new EntitySearch(tx, rows, workspaceId, slot, scope);
    }

    @Override
    public String path() {
        return "index";
    }

    @Override
    public boolean isEmpty() {
        return Stream.of(Kind.values()).noneMatch(rows::any);
    }

    /** The matches among the memories; where there is none, nothing is searched. */
    private List<Hit<MemoryItem>> among(Supplier<List<Hit<MemoryItem>>> search) {
        return rows.any(Kind.MEMORY) ? search.get() : List.of();
    }

    @Override
    public List<Hit<MemoryItem>> meaning(float[] vector, MemoryFilter filter, int limit) {
        return among(() -> memories.meaning(vector, filter, limit));
    }

    @Override
    public List<Hit<MemoryItem>> questions(float[] vector, MemoryFilter filter, int limit) {
        return among(() -> memories.questions(vector, filter, limit));
    }

    @Override
    public List<Hit<MemoryItem>> words(String query, MemoryFilter filter, int limit) {
        return among(() -> memories.words(query, filter, limit));
    }

    @Override
    public List<NamedEntity> named(String text) {
        return naming.named(text);
    }

    @Override
    public List<Hit<MemoryItem>> entity(Collection<String> entityIds, MemoryFilter filter, int limit) {
        return among(() -> memories.entity(entityIds, filter, limit));
    }

    @Override
    public List<Hit<MemoryItem>> time(Window window, MemoryFilter filter, int limit) {
        return among(() -> memories.time(window, filter, limit));
    }

    @Override
    public List<Hit<MemoryItem>> topic(
            Collection<String> topicKeys, Collection<String> predicates, MemoryFilter filter, int limit) {
        return among(() -> memories.topic(topicKeys, predicates, filter, limit));
    }

    @Override
    public MessageScores messages(MessageFilter filter, MessagePreference preference, int limit) {
        return said.scores(filter, preference, limit);
    }

    @Override
    public int messageLimit() {
        return MESSAGES;
    }

    @Override
    public List<Hit<EntityItem>> entityMeaning(float[] vector, int limit) {
        return business.meaning(vector, limit);
    }

    @Override
    public List<Hit<EntityItem>> entityWords(String query, int limit) {
        return business.words(query, limit);
    }

    @Override
    public Map<String, List<String>> contradictions(Collection<MemoryItem> found) {
        return found.stream()
                .map(NodeMemory.class::cast)
                .collect(Collectors.toMap(NodeMemory::id, NodeMemory::contradictions, (first, same) -> first));
    }

    @Override
    public List<EntityItem> entities(Collection<String> ids) {
        return business.of(ids);
    }

    @Override
    public List<String> speakers(String query) {
        return said.speakers(query);
    }

    @Override
    public List<MessageItem> messagesAt(Map<ConversationKey, ? extends Collection<Long>> positions) {
        return said.at(positions);
    }
}
