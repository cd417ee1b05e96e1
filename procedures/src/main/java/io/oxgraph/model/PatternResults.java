package io.oxgraph.model;

import java.util.List;
import java.util.Map;

/** Result rows of inject and of the measured effect of patterns. */
public final class PatternResults {
    private PatternResults() {}

    /**
     * The result of inject: the patterns to show and the failure prediction.
     *
     * @param block text of the block; '' without patterns
     * @param patterns the patterns of the block, in order
     * @param probability failure probability of the action; null when the action is unknown
     * @param threshold probability from which the agent is warned; null when injection is disabled
     * @param warned whether the block has a failure pattern of this action type
     * @param risk risk of the run, as {@link RunRiskResult}; null where the setting run_risk does not show it
     */
    public record InjectResult(
            String block,
            List<Map<String, Object>> patterns,
            Double probability,
            Double threshold,
            boolean warned,
            Map<String, Object> risk) {}

    /**
     * The risk that a run ends badly, from its actions so far.
     *
     * @param probability calibrated; null without runs to learn from
     * @param base share of all runs that end badly
     * @param runs number of runs that it is learned from
     * @param area area under the ROC curve at half of past runs, each judged before its end was known
     * @param area_low lower bound of its 95% interval
     * @param proved whether that is better than chance for certain, and calibrated
     * @param reasons what raises the risk, in words, with counts
     * @param recovery what runs that ended well did next after such a step; null for none
     * @param text all of it in sentences; '' without a probability
     */
    public record RunRiskResult(
            Double probability,
            Double base,
            long runs,
            Double area,
            Double area_low,
            boolean proved,
            List<Map<String, Object>> reasons,
            Map<String, Object> recovery,
            String text) {}

    /**
     * The measured effect of a pattern: failures of its situation with the pattern shown and withheld.
     *
     * @param context null for a plain pattern
     * @param shown_trials number of sequences in which the situation arose
     * @param shown_rate failure rate; null without trials
     * @param risk_reduction risk reduction: withheld_rate − shown_rate; null while a group is empty
     * @param low lower bound of its 99% Newcombe interval
     * @param harmful whether significantly more runs, or more trials and no fewer runs, fail with the pattern shown
     * @param runs_shown trials whose session was given an outcome; runs_shown_failed of these sessions failed
     * @param runs_risk_reduction failure rate of these runs withheld minus shown, with its 99% interval
     */
    public record EffectResult(
            String pattern_id,
            String name,
            String context,
            long shown_trials,
            long shown_failures,
            long withheld_trials,
            long withheld_failures,
            Double shown_rate,
            Double withheld_rate,
            Double risk_reduction,
            Double low,
            Double high,
            boolean harmful,
            long runs_shown,
            long runs_shown_failed,
            long runs_withheld,
            long runs_withheld_failed,
            Double runs_risk_reduction,
            Double runs_low,
            Double runs_high) {}

    /**
     * For which agents and models a pattern holds by their own record, and for which it does not.
     *
     * @param holds_for agents with ten trials or more that are not in fails_for
     */
    public record AgentRecordResult(
            String pattern_id,
            List<String> holds_for,
            List<String> fails_for,
            List<String> holds_for_models,
            List<String> fails_for_models) {}

    /**
     * The row of the older procedure oxgraph.lift: an {@link EffectResult} whose column lift is the risk reduction.
     *
     * @param lift the risk reduction
     */
    public record LiftResult(
            String pattern_id,
            String name,
            String context,
            long shown_trials,
            long shown_failures,
            long withheld_trials,
            long withheld_failures,
            Double shown_rate,
            Double withheld_rate,
            Double lift,
            Double low,
            Double high,
            boolean harmful) {
        /** Renames the column. */
        public static LiftResult of(EffectResult effect) {
            return new LiftResult(
                    effect.pattern_id(),
                    effect.name(),
                    effect.context(),
                    effect.shown_trials(),
                    effect.shown_failures(),
                    effect.withheld_trials(),
                    effect.withheld_failures(),
                    effect.shown_rate(),
                    effect.withheld_rate(),
                    effect.risk_reduction(),
                    effect.low(),
                    effect.high(),
                    effect.harmful());
        }
    }

    /**
     * A way that worked.
     *
     * @param way null for none
     */
    public record WayResult(Map<String, Object> way) {}
}
