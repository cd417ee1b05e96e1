package io.oxgraph.patterns;

import io.oxgraph.patterns.FoldResult.Fields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Number of sequences in which each action type was the first success after the failure. */
final class Recoveries {
    /** Minimum number of successful sequences from which only these count. */
    private static final long MIN_SUCCESSFUL = 3;

    private final Map<String, Long> all = new TreeMap<>();
    private final Map<String, Long> successful = new TreeMap<>();

    /**
     * The recommended action type.
     *
     * @param actionType null for none
     * @param count number of {@code total} recoveries
     */
    record Best(String actionType, Long count, long total) {}

    /** Reads the parallel lists stored on a node. */
    static Recoveries of(Fields stored) {
        Recoveries recoveries = new Recoveries();
        List<String> actionTypes = stored.list("recovery_action_types");
        List<Long> counts = stored.list("recovery_counts");
        List<Long> successes = stored.list("recovery_successes");
        for (int i = 0; i < actionTypes.size(); i++) {
            recoveries.all.put(actionTypes.get(i), counts.get(i));
            if (i < successes.size() && successes.get(i) > 0) {
                recoveries.successful.put(actionTypes.get(i), successes.get(i));
            }
        }
        return recoveries;
    }

    /** @param actionType '' for none */
    void add(String actionType) {
        if (!actionType.isEmpty()) {
            all.merge(actionType, 1L, Long::sum);
        }
    }

    /** The same, in a successful sequence. */
    void addSuccessful(String actionType) {
        add(actionType);
        if (!actionType.isEmpty()) {
            successful.merge(actionType, 1L, Long::sum);
        }
    }

    /** The most frequent one; ties by name. */
    Best best() {
        Map<String, Long> counts = sum(successful) >= MIN_SUCCESSFUL ? successful : all;
        return counts.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(most -> new Best(most.getKey(), most.getValue(), sum(counts)))
                .orElse(new Best(null, null, 0));
    }

    List<String> actionTypes() {
        return new ArrayList<>(all.keySet());
    }

    List<Long> counts() {
        return new ArrayList<>(all.values());
    }

    List<Long> successes() {
        return all.keySet().stream()
                .map(actionType -> successful.getOrDefault(actionType, 0L))
                .toList();
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
