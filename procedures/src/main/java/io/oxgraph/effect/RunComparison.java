package io.oxgraph.effect;

import io.oxgraph.effect.RecoveryEstimate.Recovery;
import io.oxgraph.effect.RunEffects.Run;
import io.oxgraph.model.RunResults.RunEffectResult;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.statistics.BettingTest;
import io.oxgraph.statistics.ConfidenceSequence;
import java.time.ZonedDateTime;
import java.util.List;

/** Runs with and without warnings, in the order in which they ended: rates, and the effect with its interval. */
final class RunComparison {
    private final TwoGroups tasks;
    private final TwoGroups errors;
    private final RecoveryEstimate recovery = new RecoveryEstimate();
    private long withoutOutcome;
    private long errorsShown;
    private long errorsWithheld;

    /** @param rate probability with which warnings are withheld from a run */
    RunComparison(double rate) {
        this.tasks = new TwoGroups(rate);
        this.errors = new TwoGroups(rate);
    }

    void add(Run run, boolean withheld) {
        errors.add(withheld, run.failedActions() > 0);
        errorsShown += withheld ? 0 : run.failedActions();
        errorsWithheld += withheld ? run.failedActions() : 0;
        if (run.failed() == null) {
            withoutOutcome++;
            return;
        }
        tasks.add(withheld, run.failed());
        recovery.add(run.task(), withheld, run.failed());
    }

    RunEffectResult result(ZonedDateTime since, ZonedDateTime until) {
        Recovery split = recovery.estimate();
        List<Double> effect = tasks.interval();
        List<Double> onErrors = errors.interval();
        return new RunEffectResult(
                since,
                until,
                tasks.shown.actions(),
                tasks.shown.failures(),
                tasks.withheld.actions(),
                tasks.withheld.failures(),
                withoutOutcome,
                tasks.riskReduction(),
                effect == null ? null : effect.getFirst(),
                effect == null ? null : effect.getLast(),
                errors.shown.actions(),
                errors.shown.failures(),
                errorsShown,
                errors.withheld.actions(),
                errors.withheld.failures(),
                errorsWithheld,
                errors.riskReduction(),
                onErrors == null ? null : onErrors.getFirst(),
                onErrors == null ? null : onErrors.getLast(),
                split.recovered().share(),
                split.recovered().low(),
                split.recovered().high(),
                split.disrupted().share(),
                split.disrupted().low(),
                split.disrupted().high(),
                effect != null && tasks.test.isAbove(),
                effect != null && tasks.test.isBelow());
    }

    /**
     * Two randomised groups. Each run adds an unbiased estimate of the risk reduction: its result, less the failure rate
     * so far, weighted by the inverse probability of its group. The subtraction leaves the mean and lowers the variance.
     */
    static final class TwoGroups {
        private final double rate;
        private final ConfidenceSequence sequence;
        private final BettingTest test;
        private Counts shown = Counts.NONE;
        private Counts withheld = Counts.NONE;

        TwoGroups(double rate) {
            this.rate = rate;
            double bound = 1 / Math.min(rate, 1 - rate);
            this.sequence = new ConfidenceSequence(bound);
            this.test = new BettingTest(bound);
        }

        void add(boolean isWithheld, boolean failed) {
            long failures = failed ? 1 : 0;
            double centred = failures - rateSoFar();
            double estimated = isWithheld ? centred / rate : -centred / (1 - rate);
            sequence.add(estimated);
            test.add(estimated);
            if (isWithheld) {
                withheld = withheld.plus(1, failures);
            } else {
                shown = shown.plus(1, failures);
            }
        }

        private double rateSoFar() {
            return (shown.failures() + withheld.failures() + 0.5) / (shown.actions() + withheld.actions() + 1.0);
        }

        Double riskReduction() {
            return isEmpty() ? null : EffectEstimate.rate(withheld) - EffectEstimate.rate(shown);
        }

        List<Double> interval() {
            return isEmpty() ? null : sequence.interval();
        }

        private boolean isEmpty() {
            return shown.actions() == 0 || withheld.actions() == 0;
        }
    }
}
