package io.oxgraph.statistics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.neo4j.graphdb.Node;

/** Counts of actions by period, slice of time, tool, node type, agent, error code and outcome. */
public final class ActionTally {
    private static final String[] READ = {"action_type", "target_node_type", "agent_id", "error_code", "outcome"};

    private final Map<Key, long[]> counts = new HashMap<>();

    private record Key(
            long period, long slice, Object tool, Object nodeType, Object agent, Object errorCode, boolean failed) {}

    /** Counts an action; all that is counted by is read at once. */
    public void add(Node action, long period, long slice) {
        Map<String, Object> found = action.getProperties(READ);
        Key key = new Key(
                period,
                slice,
                found.get("action_type"),
                found.get("target_node_type"),
                found.get("agent_id"),
                found.get("error_code"),
                "failure".equals(found.get("outcome")));
        counts.computeIfAbsent(key, made -> new long[1])[0]++;
    }

    /** The counts, a map each. */
    public List<Map<String, Object>> rows() {
        List<Map<String, Object>> rows = new ArrayList<>(counts.size());
        counts.forEach((key, count) -> {
            Map<String, Object> row = new HashMap<>();
            row.put("period", key.period);
            row.put("slice", key.slice);
            row.put("action_type", key.tool);
            row.put("node_type", key.nodeType);
            row.put("agent_id", key.agent);
            row.put("error_code", key.errorCode);
            row.put("failed", key.failed);
            row.put("actions", count[0]);
            rows.add(row);
        });
        return rows;
    }
}
