package io.oxgraph.patterns;

import io.oxgraph.patterns.DayWindow.Days;
import io.oxgraph.patterns.FoldResult.Fields;
import java.time.ZonedDateTime;
import java.util.Map;

/**
 * The numbers that a workspace sets for the life of its patterns.
 *
 * @param digest tells one set of numbers from another
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
    /** Shares such as 3/5 and settings such as 0.6 meet in binary only to within this. */
    private static final double TOLERANCE = 1e-9;

    private static final int MOST_WEEKS = 10_000;
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

    /** What becomes of a key by its own counts alone. */
    Verdict verdict(long samples, long actions, long total) {
        double confidence = Verdict.share(actions, total);
        return new Verdict(total, promotes(samples, confidence), retires(confidence), Map.of());
    }

    /** A confidence at which the pattern would fall at once does not promote, whatever the threshold. */
    boolean promotes(long samples, double confidence) {
        return isSampled(samples) && confidence + TOLERANCE >= promoteConfidence && !retires(confidence);
    }

    /** Whether enough sequences hold it for anything to be said. */
    boolean isSampled(long samples) {
        return samples >= promoteSamples;
    }

    boolean retires(double confidence) {
        return confidence + TOLERANCE < retireConfidence;
    }

    boolean supersedes(double written, double confidence) {
        return Math.abs(confidence - written) + TOLERANCE >= supersedeShift;
    }

    /** What a confidence has come down to when it first falls below the limit by decay alone; NaN when never. */
    double lapsedConfidence(double confidence) {
        return confidence * Math.pow(decayFactor, weeksUntilLapse(confidence));
    }

    /** The moment after which a confidence, last reinforced at {@code lastSeen}, is below the limit; null: never. */
    ZonedDateTime lapsesAfter(double confidence, ZonedDateTime lastSeen) {
        double weeks = weeksUntilLapse(confidence);
        return Double.isNaN(weeks) ? null : Days.after(lastSeen, decayAfterDays + DAYS_A_WEEK * (weeks - 1));
    }

    private double weeksUntilLapse(double confidence) {
        for (int weeks = 1; weeks <= MOST_WEEKS; weeks++) {
            if (retires(confidence * Math.pow(decayFactor, weeks))) {
                return weeks;
            }
        }
        return Double.NaN;
    }

    /**
     * What the rules say of a key at an instant.
     *
     * @param total the actions that its own are a share of
     * @param promotes whether it is a pattern, if it was none
     * @param retires whether it is none any more, if it was one
     * @param figures what it is compared with; none where it is not
     */
    record Verdict(long total, boolean promotes, boolean retires, Map<String, Number> figures) {
        static double share(long actions, long total) {
            return total == 0 ? 0 : (double) actions / total;
        }
    }
}
