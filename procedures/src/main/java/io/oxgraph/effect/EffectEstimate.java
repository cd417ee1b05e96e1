package io.oxgraph.effect;

import io.oxgraph.situation.SignificanceTest;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.statistics.Newcombe;
import java.util.List;

/** What came of a pattern's situation in the sessions that may see the pattern, and in those that do without. */
final class EffectEstimate {
    /** Fewer trials in either arm say nothing of harm. */
    static final long ENOUGH = 20;

    /**
     * So much better must two rates explain the outcomes than one: a pattern that does nothing is found harmful in one
     * case of twenty at most, however often one looks.
     */
    private static final double CERTAIN = Math.log(20);

    /** 99%: figures are looked at again and again, and of many patterns; 95% would be left too often. */
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

    /** The share of trials that failed; null without any. */
    static Double rate(Counts arm) {
        return arm.actions() == 0 ? null : (double) arm.failures() / arm.actions();
    }

    /** Failures avoided in a trial; null as long as an arm is empty. */
    Double lift() {
        return isEmpty() ? null : rate(withheld) - rate(shown);
    }

    /** The 99% interval of that; null as long as an arm is empty. */
    List<Double> interval() {
        return isEmpty()
                ? null
                : Newcombe.interval(withheld.failures(), withheld.actions(), shown.failures(), shown.actions(), Z_99);
    }

    /** Whether it is certain that more fails where the pattern is shown. */
    boolean isHarmful() {
        return shown.actions() >= ENOUGH
                && withheld.actions() >= ENOUGH
                && interval().getLast() < 0
                && SignificanceTest.evidence(shown, shown.plus(withheld.actions(), withheld.failures())) >= CERTAIN;
    }

    private boolean isEmpty() {
        return shown.actions() == 0 || withheld.actions() == 0;
    }
}
