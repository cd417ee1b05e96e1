package io.oxgraph.outcomes;

import io.oxgraph.outcomes.Run.RunStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What runs that ended well did next, after each action or failed action. */
public final class Recoveries {
    /** Maximum number of actions for which it is stored. */
    private static final int MAX = 200;

    private final Map<String, Map<String, Long>> next = new TreeMap<>();
    private final Map<String, Long> totals = new HashMap<>();

    private Recoveries() {}

    /** The properties that {@link Recovery#of} reads. */
    static Map<String, Object> of(List<Run> runs) {
        Recoveries found = new Recoveries();
        runs.stream().filter(run -> !run.failed()).forEach(found::add);
        List<String> after = new ArrayList<>(found.next.keySet());
        after.sort(Comparator.comparingLong((String token) -> -found.totals.get(token))
                .thenComparing(Comparator.naturalOrder()));
        List<String> kept = after.subList(0, Math.min(MAX, after.size()));
        List<Map.Entry<String, Long>> best = kept.stream().map(found::best).toList();
        return Map.of(
                "recovery_after", List.copyOf(kept),
                "recovery_next", best.stream().map(Map.Entry::getKey).toList(),
                "recovery_counts", best.stream().map(Map.Entry::getValue).toList(),
                "recovery_totals", kept.stream().map(found.totals::get).toList());
    }

    /** Counts what followed first after each kind of step. */
    private void add(Run run) {
        Set<String> seen = new HashSet<>();
        List<RunStep> steps = run.steps();
        for (int i = 0; i + 1 < steps.size(); i++) {
            String token = steps.get(i).token();
            if (seen.add(token)) {
                totals.merge(token, 1L, Long::sum);
                next.computeIfAbsent(token, name -> new TreeMap<>())
                        .merge(steps.get(i + 1).actionType(), 1L, Long::sum);
            }
        }
    }

    private Map.Entry<String, Long> best(String token) {
        return next.get(token).entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .orElseThrow();
    }

    /**
     * What the runs that ended well most often did after a step.
     *
     * @param count how many of {@code total} such runs did so
     */
    public record Recovery(String actionType, long count, long total) {
        /** Reads it for the last step of a run; null where no run that ended well had this step. */
        public static Recovery of(Map<String, Object> model, RunStep last) {
            List<String> after = Run.texts(model.get("recovery_after"));
            int place = after.indexOf(last.token());
            return place < 0
                    ? null
                    : new Recovery(
                            Run.texts(model.get("recovery_next")).get(place),
                            at(model.get("recovery_counts"), place),
                            at(model.get("recovery_totals"), place));
        }

        private static long at(Object list, int place) {
            return list instanceof long[] array ? array[place] : ((Number) ((List<?>) list).get(place)).longValue();
        }
    }
}
