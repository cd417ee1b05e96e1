package io.oxgraph.recall.indexed;

import io.oxgraph.recall.SaidFilter;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The conversations that are being deleted: what is left of them is found no more. Looked up when first asked for. */
final class Deletions {
    private final Rows rows;
    private final String workspaceId;
    private Set<String> conversations;

    Deletions(Rows rows, String workspaceId) {
        this.rows = rows;
        this.workspaceId = workspaceId;
    }

    /** Whether what was said in this conversation may be found. */
    boolean pass(SaidFilter filter, String conversationId) {
        return filter.takes(conversationId) && !conversations().contains(conversationId);
    }

    private Set<String> conversations() {
        if (conversations == null) {
            conversations = new HashSet<>();
            rows.texts("deleted_conversations", Map.of("workspace_id", workspaceId), conversations::add);
        }
        return conversations;
    }
}
