package io.oxgraph.statistics;

import io.oxgraph.statistics.ConfidenceIntervals.Wilson;
import java.util.List;

/** Confidence intervals of proportions: the Wilson interval, and the Newcombe interval of a difference. */
public final class ConfidenceIntervals {
    /** The number of standard errors of a 95% interval. */
    public static final double Z_95 = 1.959964;

    private ConfidenceIntervals() {}

    /** Wilson score interval for a proportion (Wilson 1927); stays within 0 and 1 for few trials too. */
    public static final class Wilson {
        private Wilson() {}

        /** Lower and upper bound; 0 and 1 without trials. */
        public static List<Double> interval(long successes, long trials, double z) {
            if (trials <= 0) {
                return List.of(0.0, 1.0);
            }
            double p = (double) successes / trials;
            double zz = z * z / trials;
            double centre = p + zz / 2;
            double spread = z * Math.sqrt((p * (1 - p) + zz / 4) / trials);
            return List.of(clamp((centre - spread) / (1 + zz)), clamp((centre + spread) / (1 + zz)));
        }

        /**
         * The interval with continuity correction (Fleiss 1981): a little wider, with at least nominal coverage for few
         * trials.
         */
        public static List<Double> corrected(long successes, long trials, double z) {
            if (trials <= 0) {
                return List.of(0.0, 1.0);
            }
            double p = (double) successes / trials;
            double twice = 2 * (trials + z * z);
            double centre = 2 * successes + z * z;
            double below = z * Math.sqrt(z * z - 2 - 1.0 / trials + 4 * p * (trials - successes + 1));
            double above = z * Math.sqrt(z * z + 2 - 1.0 / trials + 4 * p * (trials - successes - 1));
            double low = successes == 0 ? 0 : (centre - 1 - below) / twice;
            double high = successes == trials ? 1 : (centre + 1 + above) / twice;
            return List.of(clamp(low), clamp(high));
        }

        private static double clamp(double value) {
            return Math.min(1.0, Math.max(0.0, value));
        }
    }

    /**
     * Newcombe interval for the difference of two proportions, from continuity-corrected Wilson intervals (Newcombe 1998,
     * method 11). Its coverage is at least nominal, also for small or unequal samples.
     */
    public static final class Newcombe {
        private Newcombe() {}

        /** Lower and upper bound of the first proportion minus the second; both need trials. */
        public static List<Double> interval(
                long successes, long trials, long otherSuccesses, long otherTrials, double z) {
            double p = (double) successes / trials;
            double other = (double) otherSuccesses / otherTrials;
            List<Double> own = Wilson.corrected(successes, trials, z);
            List<Double> others = Wilson.corrected(otherSuccesses, otherTrials, z);
            double below = Math.hypot(p - own.getFirst(), others.getLast() - other);
            double above = Math.hypot(own.getLast() - p, other - others.getFirst());
            return List.of(Math.max(-1, p - other - below), Math.min(1, p - other + above));
        }
    }
}
