package io.oxgraph.patterns;

import io.oxgraph.patterns.DayWindow.Days;
import io.oxgraph.patterns.FoldResult.Fields;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Number of sequences of the evidence window in which each action type was the first success after the failure. */
final class Recoveries {
    /** Minimum number of successful sequences from which only these count. */
    private static final long MIN_SUCCESSFUL = 3;

    /** By UTC day and action type: sequences, and the successful ones of them. */
    private final TreeMap<Long, SortedMap<String, Counts>> days = new TreeMap<>();

    private record Counts(long all, long successful) {
        Counts plus(Counts more) {
            return new Counts(all + more.all, successful + more.successful);
        }
    }

    /**
     * The recommended action type.
     *
     * @param actionType null for none
     * @param count number of {@code total} recoveries
     */
    record Best(String actionType, Long count, long total) {}

    /** Reads the parallel lists stored on a node. Without days, as 0.2 stored them, they count on the day last seen. */
    static Recoveries of(Fields stored) {
        Recoveries recoveries = new Recoveries();
        List<String> actionTypes = stored.list("recovery_action_types");
        List<Long> counts = stored.list("recovery_counts");
        List<Long> successes = stored.list("recovery_successes");
        List<Long> numbers = stored.list("recovery_days");
        ZonedDateTime lastSeen = stored.time("last_seen");
        long otherwise = lastSeen == null ? 0 : Days.of(lastSeen);
        for (int i = 0; i < actionTypes.size(); i++) {
            long successful = i < successes.size() ? successes.get(i) : 0;
            long day = i < numbers.size() ? numbers.get(i) : otherwise;
            recoveries.count(day, actionTypes.get(i), new Counts(counts.get(i), successful));
        }
        return recoveries;
    }

    /** @param actionType '' for none */
    void add(long day, String actionType) {
        count(day, actionType, new Counts(1, 0));
    }

    /** The same, in a successful sequence. */
    void addSuccessful(long day, String actionType) {
        count(day, actionType, new Counts(1, 1));
    }

    private void count(long day, String actionType, Counts more) {
        if (!actionType.isEmpty()) {
            days.computeIfAbsent(day, number -> new TreeMap<>()).merge(actionType, more, Counts::plus);
        }
    }

    /** Drops the days before {@code first}; returns whether there were any. */
    boolean dropBefore(long first) {
        SortedMap<Long, SortedMap<String, Counts>> past = days.headMap(first);
        boolean dropped = !past.isEmpty();
        past.clear();
        return dropped;
    }

    /** The most frequent one; ties by name. */
    Best best() {
        Map<String, Counts> counts = new TreeMap<>();
        days.values().forEach(day -> day.forEach((type, more) -> counts.merge(type, more, Counts::plus)));
        long successful = counts.values().stream().mapToLong(Counts::successful).sum();
        Map<String, Long> chosen = new TreeMap<>();
        counts.forEach((type, count) -> chosen.put(type, successful >= MIN_SUCCESSFUL ? count.successful : count.all));
        long total = chosen.values().stream().mapToLong(Long::longValue).sum();
        return chosen.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(most -> new Best(most.getKey(), most.getValue(), total))
                .orElse(new Best(null, null, 0));
    }

    /**
     * Adds the parallel lists to a node's properties.
     *
     * @param isPlain whether successful sequences are not told apart
     */
    void store(Map<String, Object> properties, boolean isPlain) {
        List<Long> numbers = new ArrayList<>();
        List<String> actionTypes = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        List<Long> successes = new ArrayList<>();
        days.forEach((number, day) -> day.forEach((type, count) -> {
            numbers.add(number);
            actionTypes.add(type);
            counts.add(count.all);
            successes.add(count.successful);
        }));
        properties.put("recovery_days", numbers);
        properties.put("recovery_action_types", actionTypes);
        properties.put("recovery_counts", counts);
        if (!isPlain) {
            properties.put("recovery_successes", successes);
        }
    }
}
