package io.oxgraph.patterns;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a fold has the pass write.
 *
 * @param tallies id and properties of each tally
 * @param keys id and properties of each pattern_key
 * @param versions id and properties of each pattern that changes, and the id of the one that it supersedes
 * @param transitions the decisions
 * @param evidence by holder (a pattern or a pattern_key), the sequences that became its evidence
 */
record FoldResult(
        List<Map<String, Object>> tallies,
        List<Map<String, Object>> keys,
        List<Map<String, Object>> versions,
        List<Map<String, Object>> transitions,
        Map<String, Map<String, Object>> evidence) {
    FoldResult() {
        this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>());
    }

    /** Notes that the sequence holds the key, as evidence of the key's pattern or of the key as candidate. */
    void evidence(KeyFold key, Pair pair, String sequenceId) {
        Map<String, Object> row = evidence.computeIfAbsent(key.holderId(), holder -> {
            Map<String, Object> fresh = new HashMap<>();
            fresh.put("holder_id", holder);
            fresh.put("is_pattern", key.isActive());
            fresh.put("action_type", pair.actionType());
            fresh.put("node_type", pair.nodeType());
            fresh.put("error_code", key.errorCode());
            fresh.put("sequence_ids", new ArrayList<String>());
            return fresh;
        });
        ((List<String>) row.get("sequence_ids")).add(sequenceId);
    }

    Map<String, Object> toMap() {
        return Map.of(
                "tallies", tallies,
                "keys", keys,
                "versions", versions,
                "transitions", transitions,
                "evidence", new ArrayList<>(evidence.values()));
    }
}
