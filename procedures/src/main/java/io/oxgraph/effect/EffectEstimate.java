package io.oxgraph.effect;

import io.oxgraph.situation.SignificanceTest;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.statistics.ConfidenceIntervals.Newcombe;
import java.util.List;

/**
 * Failures of a pattern's situation with the pattern shown (treatment group) and withheld (holdout, control group),
 * and the risk reduction between them.
 */
final class EffectEstimate {
    /** Minimum number of trials in each group before a pattern can be found harmful. */
    static final long MIN_TRIALS = 20;

    /**
     * Threshold on the log e-value, ln 20: by Ville's inequality an ineffective pattern is found harmful with
     * probability at most 5%, however often the test is repeated (anytime-valid).
     */
    private static final double MIN_LOG_EVIDENCE = Math.log(20);

    /** z of a 99% interval: the figures are looked at repeatedly and for many patterns. */
    private static final double Z_99 = 2.576;

    private Counts shown = Counts.NONE;
    private Counts withheld = Counts.NONE;

    void add(boolean isWithheld, boolean failed) {
        long failures = failed ? 1 : 0;
        if (isWithheld) {
            withheld = withheld.plus(1, failures);
        } else {
            shown = shown.plus(1, failures);
        }
    }

    Counts shown() {
        return shown;
    }

    Counts withheld() {
        return withheld;
    }

    /** Failure rate; null without trials. */
    static Double rate(Counts arm) {
        return arm.actions() == 0 ? null : (double) arm.failures() / arm.actions();
    }

    /** Risk reduction: failure rate withheld minus failure rate shown; null while a group is empty. */
    Double riskReduction() {
        return isEmpty() ? null : rate(withheld) - rate(shown);
    }

    /** 99% Newcombe interval of the risk reduction; null while a group is empty. */
    List<Double> interval() {
        return isEmpty()
                ? null
                : Newcombe.interval(withheld.failures(), withheld.actions(), shown.failures(), shown.actions(), Z_99);
    }

    /** Whether significantly more trials fail where the pattern is shown. */
    boolean isHarmful() {
        return isTried()
                && interval().getLast() < 0
                && SignificanceTest.logEvidence(shown, shown.plus(withheld.actions(), withheld.failures()))
                        >= MIN_LOG_EVIDENCE;
    }

    /** Whether there are enough trials in each group. */
    boolean isTried() {
        return shown.actions() >= MIN_TRIALS && withheld.actions() >= MIN_TRIALS;
    }

    private boolean isEmpty() {
        return shown.actions() == 0 || withheld.actions() == 0;
    }
}
