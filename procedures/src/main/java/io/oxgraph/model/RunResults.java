package io.oxgraph.model;

import java.time.ZonedDateTime;

/** Result rows of the effect of warnings on runs. */
public final class RunResults {
    private RunResults() {}

    /**
     * Runs (ended sessions) that may see warnings, and runs in which all are withheld. A run fails by the outcome that was
     * given at its end; one without an outcome counts for the failed actions alone.
     *
     * @param shown_runs runs with an outcome that may see warnings; shown_failed of them failed
     * @param without_outcome runs without an outcome, in both groups
     * @param risk_reduction failure rate withheld minus failure rate shown; null while a group is empty
     * @param low lower bound of its 95% confidence sequence, which holds at all times at once
     * @param shown_all runs with or without an outcome; shown_with_errors of them had a failed action
     * @param shown_errors failed actions in them
     * @param errors_reduction reduction of the share of runs with a failed action, with its confidence sequence
     * @param recovered share of the runs that would fail which warnings recover; null where tasks do not tell
     * @param recovered_low lower bound of its 95% bootstrap interval
     * @param disrupted share of the runs that would succeed which warnings disrupt
     * @param helps whether fewer runs fail with warnings, by a test at 5% that holds at all times at once
     * @param harms whether more runs fail with warnings, by the same test
     */
    public record RunEffectResult(
            ZonedDateTime since,
            ZonedDateTime until,
            long shown_runs,
            long shown_failed,
            long withheld_runs,
            long withheld_failed,
            long without_outcome,
            Double risk_reduction,
            Double low,
            Double high,
            long shown_all,
            long shown_with_errors,
            long shown_errors,
            long withheld_all,
            long withheld_with_errors,
            long withheld_errors,
            Double errors_reduction,
            Double errors_low,
            Double errors_high,
            Double recovered,
            Double recovered_low,
            Double recovered_high,
            Double disrupted,
            Double disrupted_low,
            Double disrupted_high,
            boolean helps,
            boolean harms) {}
}
