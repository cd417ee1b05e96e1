package io.oxgraph.model;

/**
 * How often a pattern's situation ended in failure where it may be shown, and where it is withheld.
 *
 * @param context null for a plain pattern
 * @param shown_trials sequences in which the situation arose
 * @param shown_rate null without trials, as withheld_rate
 * @param lift failures avoided in a trial: withheld_rate − shown_rate; null as long as an arm is empty
 * @param low of its 99% interval, as high
 * @param harmful whether it is certain that more fails where the pattern is shown
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
        Double lift,
        Double low,
        Double high,
        boolean harmful) {}
