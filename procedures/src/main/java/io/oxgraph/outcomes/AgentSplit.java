package io.oxgraph.outcomes;

import io.oxgraph.outcomes.OutcomeFindings.Finding;
import io.oxgraph.outcomes.StratifiedTest.Stratum;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * For which agents, or models, a finding holds: those whose own runs differ in its direction. What has fewer than ten runs
 * with or without the feature is in neither list.
 */
record AgentSplit(List<String> holds, List<String> fails) {
    private static final int MIN_RUNS = 10;

    static AgentSplit of(Finding finding, List<Run> runs, Function<Run, String> actor) {
        BitSet with = finding.candidate().with();
        Map<String, List<Integer>> byAgent = new TreeMap<>();
        finding.candidate().scope().stream()
                .forEach(run -> byAgent.computeIfAbsent(actor.apply(runs.get(run)), name -> new ArrayList<>())
                        .add(run));
        byAgent.remove("");
        AgentSplit split = new AgentSplit(new ArrayList<>(), new ArrayList<>());
        byAgent.forEach((agent, own) -> {
            Stratum stratum = stratum(own, with, runs);
            if (stratum.with() >= MIN_RUNS && stratum.without() >= MIN_RUNS) {
                (isSo(finding, stratum) ? split.holds : split.fails).add(agent);
            }
        });
        return split;
    }

    private static Stratum stratum(List<Integer> own, BitSet with, List<Run> runs) {
        long[] counts = new long[4];
        for (int run : own) {
            int place = with.get(run) ? 0 : 2;
            counts[place]++;
            counts[place + 1] += runs.get(run).failed() ? 1 : 0;
        }
        return new Stratum(counts[0], counts[1], counts[2], counts[3]);
    }

    private static boolean isSo(Finding finding, Stratum own) {
        long difference = own.withFailures() * own.without() - own.withoutFailures() * own.with();
        return finding.isBad() ? difference > 0 : difference < 0;
    }
}
