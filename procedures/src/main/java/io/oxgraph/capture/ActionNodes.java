package io.oxgraph.capture;

import io.oxgraph.graph.Keys;
import io.oxgraph.graph.Labels;
import io.oxgraph.model.Action;
import java.time.ZonedDateTime;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Writes an action's node. */
final class ActionNodes {
    private ActionNodes() {}

    static Node create(Transaction tx, String workspaceId, Action action, ZonedDateTime now) {
        Node node = tx.createNode();
        node.setProperty(Keys.WORKSPACE_ID, workspaceId);
        node.setProperty(Keys.ID, action.id());
        node.setProperty(Keys.CREATED_AT, now);
        node.setProperty("session_id", action.sessionId());
        node.setProperty("action_type", action.actionType());
        node.setProperty("outcome", action.outcome());
        node.setProperty("started_at", action.startedAt());
        node.setProperty("ended_at", action.endedAt());
        node.setProperty("target_node_ids", action.targetNodeIds().toArray(String[]::new));
        setIfKnown(node, "agent_id", action.agentId());
        setIfKnown(node, "target_node_type", action.targetNodeType());
        setIfKnown(node, "error_code", action.errorCode());
        setIfKnown(node, "latency_ms", action.latencyMs());
        setIfKnown(node, "seq", action.seq());
        // Last, because every property set on a labelled node has all its indexes looked at again.
        node.addLabel(Labels.ACTION);
        node.addLabel(Labels.MEM);
        return node;
    }

    private static void setIfKnown(Node node, String key, Object value) {
        if (value != null) {
            node.setProperty(key, value);
        }
    }
}
