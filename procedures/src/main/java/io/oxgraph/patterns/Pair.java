package io.oxgraph.patterns;

import io.oxgraph.text.Identifiers;
import java.util.List;
import java.util.Map;

/**
 * What is tried on what.
 *
 * @param nodeType '' for none
 */
record Pair(String actionType, String nodeType) {
    static Pair of(Map<String, Object> stored) {
        Fields fields = new Fields(stored);
        return new Pair(fields.text("action_type"), fields.text("node_type"));
    }

    String tallyId(String workspaceId) {
        return Identifiers.stableId(workspaceId, "tally", List.of(actionType, nodeType));
    }

    String keyId(String workspaceId, String errorCode) {
        return Identifiers.stableId(workspaceId, "pattern_key", List.of(actionType, nodeType, errorCode));
    }

    /** As the graph keeps it: absent rather than empty. */
    String storedNodeType() {
        return nodeType.isEmpty() ? null : nodeType;
    }
}
