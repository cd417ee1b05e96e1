package io.oxgraph.recall;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import io.oxgraph.graph.Relations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** In which conversations a memory was said: where its evidence stands, or what that was summed up in. */
final class SaidIn {
    private static final String CONVERSATION_ID = "conversation_id";

    private final Transaction tx;
    private final String workspaceId;
    private final RecallRequest request;
    private final Map<String, String> known = new HashMap<>();

    SaidIn(Transaction tx, String workspaceId, RecallRequest request) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.request = request;
    }

    /** What was said nowhere is of no conversation; what was said elsewhere too is not left out with one. */
    boolean leavesOut(Candidate candidate) {
        String only = request.conversationId();
        String without = request.excludedId();
        if ((only == null && without == null) || candidate.isMessage()) {
            return false;
        }
        List<String> conversations = conversations(candidate.memory);
        boolean elsewhere = only != null && !conversations.contains(only);
        return elsewhere || (!conversations.isEmpty() && conversations.stream().allMatch(id -> id.equals(without)));
    }

    private List<String> conversations(MemoryItem memory) {
        List<String> ids = new ArrayList<>();
        memory.evidence().stream()
                .map(id -> known.computeIfAbsent(id, this::conversation))
                .filter(id -> !id.isEmpty())
                .forEach(ids::add);
        return ids.size() == memory.evidence().size() ? ids : withEpisodes(memory, ids);
    }

    private String conversation(String messageId) {
        return Lookup.byId(tx, Labels.MESSAGE, workspaceId, messageId)
                .map(message -> Objects.toString(message.getProperty(CONVERSATION_ID, null), ""))
                .orElse("");
    }

    private List<String> withEpisodes(MemoryItem memory, List<String> ids) {
        Lookup.byId(tx, Labels.MEMORY, workspaceId, memory.id())
                .ifPresent(node -> node.getRelationships(Direction.OUTGOING, Relations.DERIVED_FROM)
                        .forEach(edge -> add(edge.getEndNode(), ids)));
        return ids;
    }

    private void add(Node source, List<String> ids) {
        boolean here = workspaceId.equals(source.getProperty(Keys.WORKSPACE_ID, null));
        if (here && source.getProperty(CONVERSATION_ID, null) instanceof String id) {
            ids.add(id);
        }
    }
}
