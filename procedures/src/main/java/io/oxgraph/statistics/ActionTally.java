package io.oxgraph.statistics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.neo4j.graphdb.Node;

/**
 * Actions and failures of periods: of all actions, by tool, agent, node type and error code, and by slice of time.
 *
 * <p>Each action is read once and counted under its names; the sums of each name alone are made at the end, so that
 * what is returned grows with the number of names and not with that of their combinations.
 */
public final class ActionTally {
    private static final String ALL = "";
    private static final String TOOL = "action_type";
    private static final String NODE_TYPE = "target_node_type";
    private static final String AGENT = "agent_id";
    private static final String ERROR_CODE = "error_code";
    private static final String OUTCOME = "outcome";
    private static final String[] READ = {TOOL, NODE_TYPE, AGENT, ERROR_CODE, OUTCOME};

    private final Map<Names, Map<Long, long[]>> counts = new HashMap<>();

    private record Names(long period, Object tool, Object nodeType, Object agent, Object errorCode, boolean failed) {}

    /** What is counted by: no slice is the whole period, no dimension all its actions. */
    private record Sum(long period, Long slice, String dimension, String name) {}

    /** Counts an action; all that is counted by is read at once. */
    public void add(Node action, long period, long slice) {
        Map<String, Object> found = action.getProperties(READ);
        Names names = new Names(
                period,
                found.get(TOOL),
                found.get(NODE_TYPE),
                found.get(AGENT),
                found.get(ERROR_CODE),
                "failure".equals(found.get(OUTCOME)));
        counts.computeIfAbsent(names, made -> new HashMap<>()).computeIfAbsent(slice, made -> new long[1])[0]++;
    }

    /** The sums, a map each. Those by an error code, and those by a name and a slice, are of failures alone. */
    public List<Map<String, Object>> rows() {
        Map<Sum, long[]> sums = new HashMap<>();
        counts.forEach((names, slices) -> slices.forEach((slice, count) -> add(sums, names, slice, count[0])));
        List<Map<String, Object>> rows = new ArrayList<>(sums.size());
        sums.forEach((sum, count) -> {
            Map<String, Object> row = new HashMap<>();
            row.put("period", sum.period);
            row.put("slice", sum.slice);
            row.put("dimension", sum.dimension);
            row.put("name", sum.name);
            row.put("failures", count[0]);
            row.put("actions", count[1]);
            rows.add(row);
        });
        return rows;
    }

    private static void add(Map<Sum, long[]> sums, Names names, long slice, long count) {
        add(sums, names, null, ALL, ALL, count);
        add(sums, names, null, TOOL, names.tool, count);
        add(sums, names, null, AGENT, names.agent, count);
        add(sums, names, null, "node_type", names.nodeType, count);
        add(sums, names, slice, ALL, ALL, count);
        if (names.failed) {
            add(sums, names, null, ERROR_CODE, names.errorCode, count);
            add(sums, names, slice, TOOL, names.tool, count);
            add(sums, names, slice, ERROR_CODE, names.errorCode, count);
        }
    }

    private static void add(Map<Sum, long[]> sums, Names names, Long slice, String dimension, Object name, long count) {
        Sum sum = new Sum(names.period, slice, dimension, Objects.toString(name, ""));
        long[] found = sums.computeIfAbsent(sum, made -> new long[2]);
        found[0] += names.failed ? count : 0;
        found[1] += count;
    }
}
