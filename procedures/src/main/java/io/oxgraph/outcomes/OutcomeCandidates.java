package io.oxgraph.outcomes;

import io.oxgraph.outcomes.Run.RunStep;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What may go with the end of runs: that an action was called, failed, was called often, came before another, or was
 * never called.
 */
final class OutcomeCandidates {
    /** Maximum number of action types of which each is tried. */
    private static final int MAX_TYPES = 2_000;

    /** Maximum number of action types of which pairs are tried. */
    private static final int MAX_PAIRED = 40;

    private final List<Run> runs;
    private final Map<String, Seen> types = new TreeMap<>();

    /**
     * A feature of runs.
     *
     * @param context its name, such as outcome=has:search
     * @param actionType the action that it is about
     * @param with the runs that have it
     * @param scope the runs that it is judged in: those of the action it depends on
     */
    record Candidate(String context, String actionType, BitSet with, BitSet scope) {
        BitSet inScope() {
            return Strata.and(with, scope);
        }
    }

    /** The runs in which an action type was seen. */
    private static final class Seen {
        private final BitSet runs = new BitSet();
        private final BitSet failed = new BitSet();
        private final Map<Integer, Integer> first = new HashMap<>();
        private final Map<Integer, Integer> times = new HashMap<>();

        void add(int run, int place, RunStep step) {
            runs.set(run);
            first.putIfAbsent(run, place);
            times.merge(run, 1, Integer::sum);
            if (step.failed()) {
                failed.set(run);
            }
        }

        BitSet atLeast(int bound) {
            BitSet found = new BitSet();
            times.forEach((run, count) -> found.set(run, count >= bound));
            return found;
        }

        BitSet before(Seen other, BitSet both) {
            BitSet found = new BitSet();
            both.stream().forEach(run -> found.set(run, first.get(run) < other.first.get(run)));
            return found;
        }
    }

    private OutcomeCandidates(List<Run> runs) {
        this.runs = runs;
        for (int run = 0; run < runs.size(); run++) {
            List<RunStep> steps = runs.get(run).steps();
            for (int place = 0; place < steps.size(); place++) {
                RunStep step = steps.get(place);
                types.computeIfAbsent(step.actionType(), type -> new Seen()).add(run, place, step);
            }
        }
    }

    /** The candidates that at least {@code samples} runs have and as many have not. */
    static List<Candidate> of(List<Run> runs, int samples) {
        OutcomeCandidates found = new OutcomeCandidates(runs);
        List<Candidate> candidates = new ArrayList<>();
        List<String> frequent = found.frequent();
        frequent.forEach(type -> found.single(type, candidates));
        found.pairs(frequent.subList(0, Math.min(MAX_PAIRED, frequent.size())), candidates);
        candidates.removeIf(candidate -> !isSampled(candidate, samples));
        return candidates;
    }

    private static boolean isSampled(Candidate candidate, int samples) {
        int with = candidate.inScope().cardinality();
        return with >= samples && candidate.scope.cardinality() - with >= samples;
    }

    private List<String> frequent() {
        return types.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<String, Seen> entry) ->
                                -entry.getValue().runs.cardinality())
                        .thenComparing(Map.Entry::getKey))
                .limit(MAX_TYPES)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** An action that most runs call is tried as the one that is missing. */
    private void single(String type, List<Candidate> candidates) {
        Seen seen = types.get(type);
        BitSet all = new BitSet();
        all.set(0, runs.size());
        if (2 * seen.runs.cardinality() > runs.size()) {
            BitSet missing = (BitSet) all.clone();
            missing.andNot(seen.runs);
            candidates.add(new Candidate("outcome=missing:" + type, type, missing, all));
        } else {
            candidates.add(new Candidate("outcome=has:" + type, type, seen.runs, all));
        }
        candidates.add(new Candidate("outcome=failed:" + type, type, seen.failed, seen.runs));
        for (int bound : RunFeatures.TIMES) {
            candidates.add(new Candidate("outcome=times:" + type + "|" + bound, type, seen.atLeast(bound), seen.runs));
        }
    }

    private void pairs(List<String> paired, List<Candidate> candidates) {
        for (String one : paired) {
            for (String other : paired) {
                if (!one.equals(other)) {
                    pair(one, other, candidates);
                }
            }
        }
    }

    private void pair(String one, String other, List<Candidate> candidates) {
        Seen first = types.get(one);
        Seen second = types.get(other);
        BitSet without = (BitSet) first.runs.clone();
        without.andNot(second.runs);
        candidates.add(new Candidate("outcome=without:" + one + "|" + other, one, without, first.runs));
        if (one.compareTo(other) < 0) {
            BitSet both = Strata.and(first.runs, second.runs);
            candidates.add(new Candidate("outcome=before:" + one + "|" + other, one, first.before(second, both), both));
        }
    }
}
