package io.oxgraph.recall;

import io.oxgraph.graph.Labels;
import io.oxgraph.graph.Lookup;
import java.util.HashMap;
import java.util.Map;
import org.neo4j.graphdb.Transaction;

/** Whether a memory was drawn from what was said in a conversation. */
final class SaidIn {
    private final Transaction tx;
    private final String workspaceId;
    private final String conversationId;
    private final Map<String, Boolean> known = new HashMap<>();

    /** @param conversationId null for all, and for what was said nowhere */
    SaidIn(Transaction tx, String workspaceId, String conversationId) {
        this.tx = tx;
        this.workspaceId = workspaceId;
        this.conversationId = conversationId;
    }

    boolean leavesOut(Candidate candidate) {
        return conversationId != null
                && !candidate.isMessage()
                && candidate.memory.evidence().stream().noneMatch(id -> known.computeIfAbsent(id, this::isSaid));
    }

    private boolean isSaid(String messageId) {
        return Lookup.byId(tx, Labels.MESSAGE, workspaceId, messageId)
                .filter(message -> conversationId.equals(message.getProperty("conversation_id", null)))
                .isPresent();
    }
}
