package io.oxgraph.patterns;

import io.oxgraph.error.ErrorCode;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The changes that the pass writes after a fold.
 *
 * @param tallies id and properties of each tally
 * @param keys id and properties of each pattern_key
 * @param versions id and properties of each pattern that changes, and the id of the one that it supersedes
 * @param transitions the transitions, one for each decision
 * @param nodeTallies id and properties of each node_tally
 * @param dropped ids of pattern_keys to delete
 * @param evidence new evidence sequences by holder (a pattern or a pattern_key)
 */
record FoldResult(
        List<Map<String, Object>> tallies,
        List<Map<String, Object>> keys,
        List<Map<String, Object>> versions,
        List<Map<String, Object>> transitions,
        List<Map<String, Object>> nodeTallies,
        Set<String> dropped,
        Map<String, Evidence> evidence) {
    FoldResult() {
        this(
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new LinkedHashSet<>(),
                new LinkedHashMap<>());
    }

    /** New evidence of one holder: sequences and, for a context, the failed actions in each. */
    record Evidence(
            String holderId,
            boolean isPattern,
            PatternKey key,
            List<String> sequenceIds,
            List<List<String>> actionIds) {
        Map<String, Object> toMap() {
            return Map.of(
                    "holder_id",
                    holderId,
                    "is_pattern",
                    isPattern,
                    "is_plain",
                    key.isPlain(),
                    "action_type",
                    key.pair().actionType(),
                    "node_type",
                    key.pair().nodeType(),
                    "error_code",
                    key.errorCode(),
                    "sequence_ids",
                    sequenceIds,
                    "action_ids",
                    actionIds);
        }
    }

    /**
     * Records a sequence as evidence of the key's pattern, or of the key while it is a candidate.
     *
     * @param actionIds ids of the failed actions, for a context; null otherwise
     */
    void evidence(KeyFold key, String sequenceId, List<String> actionIds) {
        Evidence found = evidence.computeIfAbsent(
                key.holderId(),
                holder -> new Evidence(holder, key.isActive(), key.key(), new ArrayList<>(), new ArrayList<>()));
        found.sequenceIds.add(sequenceId);
        found.actionIds.add(actionIds);
    }

    /** Drops a key and its evidence. */
    void drop(String keyId) {
        dropped.add(keyId);
        evidence.remove(keyId);
    }

    Map<String, Object> toMap() {
        return Map.of(
                "tallies", tallies,
                "keys", keys,
                "versions", versions,
                "transitions", transitions,
                "node_tallies", nodeTallies,
                "dropped", List.copyOf(dropped),
                "evidence", evidence.values().stream().map(Evidence::toMap).toList());
    }

    /** Typed access to a map from Cypher. */
    record Fields(Map<String, Object> map) {
        long integer(String key) {
            return Math.round(number(key));
        }

        double number(String key) {
            if (map.get(key) instanceof Number number) {
                return number.doubleValue();
            }
            throw ErrorCode.INVALID_INPUT.with("field", key, "reason", "must be a number");
        }

        double number(String key, double otherwise) {
            return map.get(key) == null ? otherwise : number(key);
        }

        String text(String key) {
            return map.get(key) instanceof String text ? text : "";
        }

        ZonedDateTime time(String key) {
            return map.get(key) instanceof ZonedDateTime time ? time : null;
        }

        /** The list under the key; empty when there is none. The element type is the one the pass wrote. */
        @SuppressWarnings("unchecked")
        <T> List<T> list(String key) {
            Object value = map.get(key);
            // A stored list is an array.
            if (value instanceof Object[] array) {
                return (List<T>) Arrays.asList(array);
            }
            if (value instanceof long[] array) {
                return (List<T>) Arrays.stream(array).boxed().toList();
            }
            if (value instanceof double[] array) {
                return (List<T>) Arrays.stream(array).boxed().toList();
            }
            return value instanceof List<?> list ? (List<T>) list : List.of();
        }
    }
}
