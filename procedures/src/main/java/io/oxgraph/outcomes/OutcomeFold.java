package io.oxgraph.outcomes;

import io.oxgraph.outcomes.AgentChanges.AgentChange;
import io.oxgraph.outcomes.Calibration.Case;
import io.oxgraph.outcomes.Run.RunStep;
import io.oxgraph.situation.Situation.Step;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Learns from the runs of the evidence window: the model of risk, its track record, and the outcome patterns. */
public final class OutcomeFold {
    /** Runs after which the calibration is fitted anew. */
    private static final int REFIT = 25;

    private final RiskModel learned = new RiskModel(Calibration.START);
    private final List<Case> cases = new ArrayList<>();
    private final TrackRecord record = new TrackRecord();
    private final Map<String, List<Double>> scores = new HashMap<>();
    private Calibration calibration = Calibration.START;
    private int fitted;

    private OutcomeFold() {}

    /**
     * Returns what the pass writes: {@code scores} of runs by id, the {@code model}, {@code versions} and {@code
     * transitions} of patterns, and {@code changes} of agents. Runs before a change of their agent count for neither model
     * nor patterns.
     *
     * @param standing properties of the outcome patterns of all statuses
     */
    public static Map<String, Object> fold(
            String workspaceId,
            List<Map<String, Object>> runs,
            List<Map<String, Object>> standing,
            Map<String, Object> settings) {
        List<Run> read = new ArrayList<>(runs.stream().map(Run::of).toList());
        read.sort(Comparator.comparing(Run::at).thenComparing(Run::id));
        OutcomeFold fold = new OutcomeFold();
        read.forEach(fold::add);
        AgentChanges changes = AgentChanges.of(read);
        List<Run> valid = read.stream().filter(run -> !changes.isPast(run)).toList();
        Map<String, Object> model = new HashMap<>(fold.learnedFrom(read, valid).stored());
        model.putAll(Calibration.fit(fold.cases).stored());
        model.putAll(fold.record.stored());
        model.putAll(Recoveries.of(valid));
        OutcomePatterns patterns = new OutcomePatterns(workspaceId, settings);
        patterns.judge(valid, standing);
        return Map.of(
                "scores",
                fold.scores.entrySet().stream()
                        .map(entry -> Map.of("id", entry.getKey(), "scores", entry.getValue()))
                        .toList(),
                "model",
                model,
                "versions",
                patterns.versions(),
                "transitions",
                patterns.transitions(),
                "changes",
                changes.all().stream().map(AgentChange::row).toList());
    }

    /** What was learned from all runs; without those before a change of their agent learned anew. */
    private RiskModel learnedFrom(List<Run> all, List<Run> valid) {
        if (all.size() == valid.size()) {
            return learned;
        }
        RiskModel anew = new RiskModel(Calibration.START);
        valid.forEach(anew::learn);
        return anew;
    }

    /** The first actions of a run as they are stored. */
    public static Map<String, Object> steps(String workspaceId, List<Map<String, Object>> actions) {
        List<RunStep> steps = actions.stream()
                .limit(Run.MAX_STEPS)
                .map(action -> RunStep.of(workspaceId, Step.of(action)))
                .toList();
        return Map.of(
                "steps", steps.stream().map(RunStep::token).toList(),
                "targets", steps.stream().map(RunStep::target).toList());
    }

    /** Judges a run by those before it, unless that was done, and then learns from it. */
    private void add(Run run) {
        List<Double> scored = run.scores().isEmpty() ? judge(run) : run.scores();
        for (int cut = 0; cut < Cuts.ALL; cut++) {
            cases.add(new Case(scored.get(cut), scored.get(Cuts.BASE), run.failed()));
        }
        record.add(scored.get(Cuts.PROBABILITY), scored.get(Cuts.BASE), run.failed());
        learned.learn(run);
    }

    private List<Double> judge(Run run) {
        refit();
        List<Double> scored = new ArrayList<>();
        for (int length : Cuts.lengths(run.steps().size())) {
            scored.add(learned.score(run.agentId(), run.steps().subList(0, length)));
        }
        scored.add(learned.base());
        scored.add(calibration.probability(scored.get(Cuts.HALF), learned.base()));
        scores.put(run.id(), scored);
        return scored;
    }

    /** At fixed numbers of runs, so that the result does not depend on when the pass ran. */
    private void refit() {
        int due = (int) (learned.runs() / REFIT) * REFIT;
        if (due != fitted) {
            calibration = Calibration.fit(cases.subList(0, due * Cuts.ALL));
            fitted = due;
        }
    }

    /** Where a run is judged, and the places of the scores in its list. */
    static final class Cuts {
        /** Number of places at which a run is judged: after three actions, at half, at its end. */
        static final int ALL = 3;

        static final int HALF = 1;
        static final int BASE = 3;
        static final int PROBABILITY = 4;
        private static final int EARLY = 3;

        private Cuts() {}

        static int[] lengths(int steps) {
            return new int[] {Math.min(EARLY, steps), (steps + 1) / 2, steps};
        }
    }

    /** Time of the last run; null for none. */
    static ZonedDateTime last(List<Run> runs) {
        return runs.isEmpty() ? null : runs.getLast().at();
    }
}
