package io.oxgraph.outcomes;

import io.oxgraph.situation.SignificanceTest;
import io.oxgraph.situation.Situation.Counts;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * When an agent, with its model, last changed: its runs ended badly, or had a failed action, at another rate from then on.
 *
 * <p>The evidence for a change is the mean of the Bayes factors (two rates against one) over all places at which it may
 * have been, compared with odds of 20 for each agent and rate that is looked at.
 */
final class AgentChanges {
    /** Minimum number of runs before and after a change. */
    private static final int MIN_RUNS = 20;

    private static final double MIN_DIFFERENCE = 0.15;
    private static final double ODDS = 20;

    private final Map<String, AgentChange> latest = new TreeMap<>();

    /**
     * A change of an agent.
     *
     * @param measure runs (that ended badly) or errors (runs in which an action failed)
     * @param before rate of the runs before, back to the change before this one
     */
    record AgentChange(String agentId, String model, ZonedDateTime at, String measure, double before, double after) {
        /** The transition that notes it; its id derives from agent, measure and time. */
        Map<String, Object> row() {
            Map<String, Object> row = new HashMap<>();
            row.put("agent_id", agentId);
            row.put("model", model);
            row.put("at", at);
            row.put("measure", measure);
            row.put("before", before);
            row.put("after", after);
            row.put("inputs", inputs());
            return row;
        }

        private String inputs() {
            return "{\"agent_id\":\"" + escaped(agentId) + "\",\"model\":\"" + escaped(model) + "\",\"measure\":\""
                    + measure + "\",\"before\":" + before + ",\"after\":" + after + "}";
        }

        /** Names hold no control characters. */
        private static String escaped(String name) {
            return name.replace("\\", "\\\\").replace("\"", "\\\"");
        }
    }

    /** Looks at the runs of each agent, in time order. */
    static AgentChanges of(List<Run> runs) {
        Map<String, List<Run>> byActor = new TreeMap<>();
        runs.stream().filter(run -> !run.actor().isEmpty()).forEach(run -> byActor.computeIfAbsent(
                        run.actor(), actor -> new ArrayList<>())
                .add(run));
        AgentChanges found = new AgentChanges();
        double threshold = Math.log(2 * ODDS * byActor.size());
        byActor.forEach((actor, own) -> {
            found.look(actor, own, "runs", Run::failed, threshold);
            found.look(actor, own, "errors", Run::hasErrors, threshold);
        });
        return found;
    }

    /** The last change of each agent, by name. */
    List<AgentChange> all() {
        return List.copyOf(latest.values());
    }

    /** Whether a run is older than the last change of its agent. */
    boolean isPast(Run run) {
        AgentChange change = latest.get(run.actor());
        return change != null && run.at().isBefore(change.at());
    }

    /** The last change: after one was found, what follows it is looked at again. */
    private void look(String actor, List<Run> own, String measure, Predicate<Run> isBad, double threshold) {
        int from = 0;
        Optional<Integer> place = place(own, isBad, threshold);
        while (place.isPresent()) {
            List<Run> before = own.subList(from, from + place.get());
            from += place.get();
            List<Run> after = own.subList(from, own.size());
            Run first = after.getFirst();
            AgentChange change = new AgentChange(
                    first.agentId(), first.model(), first.at(), measure, rate(before, isBad), rate(after, isBad));
            latest.merge(actor, change, AgentChanges::later);
            place = place(after, isBad, threshold);
        }
    }

    private static AgentChange later(AgentChange one, AgentChange other) {
        return Comparator.comparing(AgentChange::at).compare(one, other) >= 0 ? one : other;
    }

    /** The number of runs before the likeliest change; empty without enough evidence of any. */
    private static Optional<Integer> place(List<Run> own, Predicate<Run> isBad, double threshold) {
        int last = own.size() - MIN_RUNS;
        if (last < MIN_RUNS) {
            return Optional.empty();
        }
        Counts all = new Counts(own.size(), own.stream().filter(isBad).count());
        long bad = 0;
        long badAtBest = 0;
        int best = 0;
        double highest = Double.NEGATIVE_INFINITY;
        double[] evidence = new double[last - MIN_RUNS + 1];
        for (int i = 0; i <= last; i++) {
            if (i >= MIN_RUNS) {
                double found = SignificanceTest.logEvidence(new Counts(i, bad), all);
                evidence[i - MIN_RUNS] = found;
                if (found > highest) {
                    highest = found;
                    best = i;
                    badAtBest = bad;
                }
            }
            bad += isBad.test(own.get(i)) ? 1 : 0;
        }
        double difference = (double) badAtBest / best - (double) (all.failures() - badAtBest) / (own.size() - best);
        boolean isFound = logMean(evidence, highest) >= threshold && Math.abs(difference) >= MIN_DIFFERENCE;
        return isFound ? Optional.of(best) : Optional.empty();
    }

    /** The logarithm of the mean of exponentials. */
    private static double logMean(double[] logs, double highest) {
        double sum = 0;
        for (double log : logs) {
            sum += Math.exp(log - highest);
        }
        return highest + Math.log(sum / logs.length);
    }

    private static double rate(List<Run> runs, Predicate<Run> isBad) {
        return (double) runs.stream().filter(isBad).count() / runs.size();
    }
}
