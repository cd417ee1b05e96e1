package io.oxgraph.patterns;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How often each action type worked after the failure. */
final class Recoveries {
    private final Map<String, Long> counts = new TreeMap<>();

    static Recoveries of(List<String> actionTypes, List<Long> counts) {
        Recoveries recoveries = new Recoveries();
        for (int i = 0; i < actionTypes.size(); i++) {
            recoveries.counts.put(actionTypes.get(i), counts.get(i));
        }
        return recoveries;
    }

    void add(String actionType) {
        if (!actionType.isEmpty()) {
            counts.merge(actionType, 1L, Long::sum);
        }
    }

    /** The most frequent; of equals the first by name. */
    Optional<Map.Entry<String, Long>> best() {
        return counts.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())));
    }

    List<String> actionTypes() {
        return new ArrayList<>(counts.keySet());
    }

    List<Long> counts() {
        return new ArrayList<>(counts.values());
    }
}
