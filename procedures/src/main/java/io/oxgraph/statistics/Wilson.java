package io.oxgraph.statistics;

import java.util.List;

/** Wilson score interval for a proportion (Wilson 1927); stays within 0 and 1 for few trials too. */
public final class Wilson {
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
