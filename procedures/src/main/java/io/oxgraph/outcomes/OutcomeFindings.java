package io.oxgraph.outcomes;

import io.oxgraph.outcomes.OutcomeCandidates.Candidate;
import io.oxgraph.outcomes.StratifiedTest.Difference;
import io.oxgraph.situation.SignificanceTest;
import io.oxgraph.text.OutcomeText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds what goes with the end of runs, beyond what the kind of task and the agent explain. The e-BH procedure over all
 * that was tried keeps the expected share of false findings within 0.1 ({@link SignificanceTest}).
 */
final class OutcomeFindings {
    /** Smallest difference of rates that is a finding. */
    static final double MIN_DIFFERENCE = 0.1;

    /** Evidence that must remain of a finding beside each stronger one, or of one within strata: odds of 20. */
    private static final double MIN_EVIDENCE = Math.log(20);

    /** Maximum number of findings. */
    private static final int MAX_FINDINGS = 50;

    private final BitSet failed = new BitSet();
    private final Strata none;
    private final Strata byAgent;
    private final Strata byKind;
    private final Strata byBoth;

    /**
     * A finding.
     *
     * @param confoundedBy agent or task where these explain it; null otherwise
     */
    record Finding(
            Candidate candidate,
            long runs,
            long failures,
            long otherRuns,
            long otherFailures,
            Difference adjusted,
            double logEvidence,
            String confoundedBy) {
        boolean isBad() {
            return !OutcomeText.isWay(candidate.context()) && failures * otherRuns > otherFailures * runs;
        }

        /** The share of the runs that ended as the finding says. */
        double share() {
            return (double) endings() / runs;
        }

        /** How many of the runs with it ended so. */
        long endings() {
            return isBad() ? failures : runs - failures;
        }

        /** How many of the other runs ended so. */
        long otherEndings() {
            return isBad() ? otherFailures : otherRuns - otherFailures;
        }
    }

    private OutcomeFindings(List<Run> runs) {
        for (int i = 0; i < runs.size(); i++) {
            failed.set(i, runs.get(i).failed());
        }
        Map<String, Integer> sizes = new HashMap<>();
        IntentClusters intents = IntentClusters.of(runs);
        runs.forEach(run -> intents.kinds(run).forEach(kind -> sizes.merge(kind, 1, Integer::sum)));
        this.none = Strata.by(runs, failed, run -> "");
        this.byAgent = Strata.by(runs, failed, Run::actor);
        this.byKind = Strata.by(runs, failed, run -> kind(intents.kinds(run), sizes));
        this.byBoth = Strata.by(runs, failed, run -> run.actor() + "\u001f" + kind(intents.kinds(run), sizes));
    }

    /** The most specific kind of its task that is frequent enough to be a stratum. */
    private static String kind(List<String> kinds, Map<String, Integer> sizes) {
        return kinds.stream()
                .filter(kind -> !kind.isEmpty() && sizes.get(kind) >= 10)
                .findFirst()
                .orElse("");
    }

    /** The findings, strongest first; then confounded ones, and the best way of each kind of task. */
    static List<Finding> of(List<Run> runs, int samples) {
        List<Candidate> candidates = OutcomeCandidates.of(runs, samples);
        OutcomeFindings found = new OutcomeFindings(runs);
        Map<String, Finding> crude = new HashMap<>();
        Map<String, Double> evidence = new HashMap<>();
        for (Candidate candidate : candidates) {
            crude.put(candidate.context(), found.finding(candidate));
            evidence.put(
                    candidate.context(),
                    found.none.test(candidate.with(), candidate.scope()).logEvidence());
        }
        Map<String, Double> adjusted = new HashMap<>();
        crude.forEach((context, finding) -> adjusted.put(context, finding.logEvidence()));
        Set<String> passing = SignificanceTest.significant(adjusted, candidates.size());
        Set<String> apparent = SignificanceTest.significant(evidence, candidates.size());
        List<Finding> findings = found.strongest(crude, passing);
        apparent.stream()
                .filter(context -> !passing.contains(context))
                .map(crude::get)
                .filter(finding -> finding.logEvidence() < MIN_EVIDENCE)
                .sorted(Comparator.comparing(finding -> finding.candidate().context()))
                .limit(MAX_FINDINGS)
                .map(found::confounded)
                .forEach(findings::add);
        Ways.of(runs, samples).stream().map(found::finding).forEach(findings::add);
        return findings;
    }

    private Finding finding(Candidate candidate) {
        BitSet in = candidate.inScope();
        long bad = Strata.and(in, failed).cardinality();
        long all = candidate.scope().cardinality();
        long allBad = Strata.and(candidate.scope(), failed).cardinality();
        StratifiedTest test = byBoth.test(candidate.with(), candidate.scope());
        return new Finding(
                candidate,
                in.cardinality(),
                bad,
                all - in.cardinality(),
                allBad - bad,
                test.difference(),
                test.logEvidence(),
                null);
    }

    /** Of the findings that pass those that add something to each stronger one. */
    private List<Finding> strongest(Map<String, Finding> crude, Set<String> passing) {
        List<Finding> ordered = passing.stream()
                .map(crude::get)
                .filter(finding -> Math.abs(finding.adjusted().value()) >= MIN_DIFFERENCE
                        && finding.adjusted().value() > 0 == finding.isBad())
                .sorted(Comparator.comparingDouble((Finding finding) -> -finding.logEvidence())
                        .thenComparingInt(
                                finding -> finding.candidate().context().length())
                        .thenComparing(finding -> finding.candidate().context()))
                .toList();
        List<Finding> kept = new ArrayList<>();
        List<Strata> beside = new ArrayList<>();
        for (Finding finding : ordered) {
            if (kept.size() < MAX_FINDINGS && beside.stream().allMatch(strata -> adds(finding, strata))) {
                kept.add(finding);
                beside.add(byBoth.split(finding.candidate().inScope()));
            }
        }
        return kept;
    }

    private static boolean adds(Finding finding, Strata beside) {
        Candidate candidate = finding.candidate();
        return beside.test(candidate.with(), candidate.scope()).logEvidence() >= MIN_EVIDENCE;
    }

    /** Names what explains it: the grouping that leaves least of it. */
    private Finding confounded(Finding finding) {
        Candidate candidate = finding.candidate();
        double agent = byAgent.test(candidate.with(), candidate.scope()).logEvidence();
        double kind = byKind.test(candidate.with(), candidate.scope()).logEvidence();
        return new Finding(
                candidate,
                finding.runs,
                finding.failures,
                finding.otherRuns,
                finding.otherFailures,
                finding.adjusted,
                finding.logEvidence,
                agent < kind ? "agent" : "task");
    }
}
