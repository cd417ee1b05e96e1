package io.oxgraph.outcomes;

import io.oxgraph.outcomes.OutcomeCandidates.Candidate;
import io.oxgraph.outcomes.Run.RunStep;
import io.oxgraph.statistics.ConfidenceIntervals;
import io.oxgraph.statistics.ConfidenceIntervals.Wilson;
import io.oxgraph.text.OutcomeText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The way that worked best for each kind of task: the actions that succeeded in a run, each once, in the order in which
 * they were first called. The best has the highest lower bound of its success rate.
 */
public final class Ways {
    /** Longer ways are none that an agent could follow. */
    private static final int MAX_STEPS = 8;

    private static final int MIN_STEPS = 2;
    private static final double MIN_RATE = 0.5;

    /** Runs that went the same way, among those with a similar intent. */
    private static final int MIN_ALIKE = 3;

    private Ways() {}

    /** The best way of each kind of task that {@code samples} runs went. */
    static List<Candidate> of(List<Run> runs, int samples) {
        Map<String, BitSet> kinds = new TreeMap<>();
        for (int i = 0; i < runs.size(); i++) {
            String kind = runs.get(i).nodeType();
            if (!kind.isEmpty()) {
                kinds.computeIfAbsent(kind, name -> new BitSet()).set(i);
            }
        }
        List<Candidate> found = new ArrayList<>();
        kinds.forEach((kind, scope) -> best(runs, kind, scope, samples).ifPresent(found::add));
        return found;
    }

    /**
     * The way that worked best in some runs, as a map of {@code steps}, {@code runs} that went it and {@code successes} among
     * them, {@code other_runs} and {@code other_successes}; null where none worked in half of at least three.
     *
     * @param maps runs with run_steps and outcome
     */
    public static Map<String, Object> worked(List<Map<String, Object>> maps) {
        List<Run> runs = maps.stream().map(Run::of).toList();
        BitSet all = new BitSet();
        all.set(0, runs.size());
        return best(runs, "", all, MIN_ALIKE).map(way -> described(way, runs)).orElse(null);
    }

    private static Map<String, Object> described(Candidate way, List<Run> runs) {
        String steps = way.context().substring(way.context().indexOf('|') + 1);
        long successes = successes(runs, way.with());
        return Map.of(
                "steps",
                List.of(steps.split(OutcomeText.THEN)),
                "runs",
                (long) way.with().cardinality(),
                "successes",
                successes,
                "other_runs",
                (long) runs.size() - way.with().cardinality(),
                "other_successes",
                successes(runs, way.scope()) - successes);
    }

    private static Optional<Candidate> best(List<Run> runs, String kind, BitSet scope, int samples) {
        Map<String, BitSet> ways = new TreeMap<>();
        scope.stream().forEach(run -> {
            Set<String> steps = steps(runs.get(run).steps());
            if (steps.size() >= MIN_STEPS && steps.size() <= MAX_STEPS) {
                ways.computeIfAbsent(String.join(OutcomeText.THEN, steps), name -> new BitSet())
                        .set(run);
            }
        });
        return ways.entrySet().stream()
                .filter(way -> way.getValue().cardinality() >= samples && rate(runs, way.getValue()) >= MIN_RATE)
                .max(Comparator.comparingDouble((Map.Entry<String, BitSet> way) -> lowest(runs, way.getValue()))
                        .thenComparing(Map.Entry::getKey, Comparator.reverseOrder()))
                .map(way -> new Candidate(
                        OutcomeText.WAY + kind + "|" + way.getKey(),
                        way.getKey().split(OutcomeText.THEN, 2)[0],
                        way.getValue(),
                        scope));
    }

    private static Set<String> steps(List<RunStep> steps) {
        Set<String> found = new LinkedHashSet<>();
        steps.stream().filter(step -> !step.failed()).forEach(step -> found.add(step.actionType()));
        return found;
    }

    private static double rate(List<Run> runs, BitSet way) {
        return (double) successes(runs, way) / way.cardinality();
    }

    private static double lowest(List<Run> runs, BitSet way) {
        return Wilson.interval(successes(runs, way), way.cardinality(), ConfidenceIntervals.Z_95)
                .getFirst();
    }

    private static long successes(List<Run> runs, BitSet way) {
        return way.stream().filter(run -> !runs.get(run).failed()).count();
    }
}
