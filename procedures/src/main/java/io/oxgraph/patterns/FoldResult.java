package io.oxgraph.patterns;

import java.util.ArrayList;
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
        Map<String, Evidence> evidence) {
    FoldResult() {
        this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>());
    }

    /** The sequences that became evidence of one holder. */
    record Evidence(String holderId, boolean isPattern, Pair pair, String errorCode, List<String> sequenceIds) {
        Map<String, Object> toMap() {
            return Map.of(
                    "holder_id", holderId,
                    "is_pattern", isPattern,
                    "action_type", pair.actionType(),
                    "node_type", pair.nodeType(),
                    "error_code", errorCode,
                    "sequence_ids", sequenceIds);
        }
    }

    /** Notes that the sequence holds the key, as evidence of the key's pattern or of the key as candidate. */
    void evidence(KeyFold key, Pair pair, String sequenceId) {
        evidence.computeIfAbsent(
                        key.holderId(),
                        holder -> new Evidence(holder, key.isActive(), pair, key.errorCode(), new ArrayList<>()))
                .sequenceIds
                .add(sequenceId);
    }

    Map<String, Object> toMap() {
        return Map.of(
                "tallies", tallies,
                "keys", keys,
                "versions", versions,
                "transitions", transitions,
                "evidence", evidence.values().stream().map(Evidence::toMap).toList());
    }
}
