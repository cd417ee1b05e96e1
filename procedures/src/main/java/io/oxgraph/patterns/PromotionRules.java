package io.oxgraph.patterns;

import io.oxgraph.patterns.DayWindow.Days;
import io.oxgraph.patterns.FoldResult.Fields;
import java.time.ZonedDateTime;
import java.util.Map;

/**
 * A workspace's rules for promoting, superseding, decaying and retiring patterns. Weekly decay: confidence × decay
 * factor for each week begun after {@code decayAfterDays} days without reinforcement (see {@link
 * io.oxgraph.time.Decay}, used by the decay pass).
 *
 * @param digest digest of these settings
 */
record PromotionRules(
        long windowDays,
        long promoteSamples,
        double promoteConfidence,
        double supersedeShift,
        double decayAfterDays,
        double decayFactor,
        double retireConfidence,
        String digest) {
    /** Tolerance of comparisons between rates such as 3/5 and settings such as 0.6. */
    private static final double TOLERANCE = 1e-9;

    private static final int MAX_WEEKS = 10_000;
    private static final long DAYS_A_WEEK = 7;

    static PromotionRules of(Map<String, Object> settings) {
        Fields fields = new Fields(settings);
        return new PromotionRules(
                fields.integer("evidence_window_days"),
                fields.integer("promote_samples"),
                fields.number("promote_confidence"),
                fields.number("supersede_shift"),
                fields.number("decay_after_days"),
                fields.number("decay_factor"),
                fields.number("retire_confidence"),
                fields.text("digest"));
    }

    /** Judges a key by its own counts alone. */
    Verdict verdict(long samples, long actions, long total) {
        double confidence = Verdict.share(actions, total);
        return new Verdict(total, promotes(samples, confidence), retires(confidence), Map.of());
    }

    /** A confidence below the retirement limit never promotes. */
    boolean promotes(long samples, double confidence) {
        return isSampled(samples) && confidence + TOLERANCE >= promoteConfidence && !retires(confidence);
    }

    /** Whether enough sequences contain it. */
    boolean isSampled(long samples) {
        return samples >= promoteSamples;
    }

    boolean retires(double confidence) {
        return confidence + TOLERANCE < retireConfidence;
    }

    boolean supersedes(double written, double confidence) {
        return Math.abs(confidence - written) + TOLERANCE >= supersedeShift;
    }

    /** The decayed confidence when it first falls below the retirement limit; NaN when never. */
    double lapsedConfidence(double confidence) {
        return confidence * Math.pow(decayFactor, weeksUntilLapse(confidence));
    }

    /**
     * The time after which weekly decay has brought a confidence, last reinforced at {@code lastSeen}, below the
     * retirement limit; null for never.
     */
    ZonedDateTime lapsesAfter(double confidence, ZonedDateTime lastSeen) {
        double weeks = weeksUntilLapse(confidence);
        return Double.isNaN(weeks) ? null : Days.after(lastSeen, decayAfterDays + DAYS_A_WEEK * (weeks - 1));
    }

    private double weeksUntilLapse(double confidence) {
        for (int weeks = 1; weeks <= MAX_WEEKS; weeks++) {
            if (retires(confidence * Math.pow(decayFactor, weeks))) {
                return weeks;
            }
        }
        return Double.NaN;
    }

    /**
     * The decision of the rules on a key at an instant.
     *
     * @param total number of actions that its own are a share of
     * @param promotes whether it becomes a pattern
     * @param retires whether it stops being a pattern
     * @param figures figures of the comparison; empty for a plain key
     */
    record Verdict(long total, boolean promotes, boolean retires, Map<String, Number> figures) {
        static double share(long actions, long total) {
            return total == 0 ? 0 : (double) actions / total;
        }
    }
}
