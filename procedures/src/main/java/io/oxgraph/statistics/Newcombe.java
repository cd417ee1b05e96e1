package io.oxgraph.statistics;

import java.util.List;

/**
 * Newcombe interval for the difference of two proportions, from continuity-corrected Wilson intervals (Newcombe 1998,
 * method 11). Its coverage is at least nominal, also for small or unequal samples.
 */
public final class Newcombe {
    private Newcombe() {}

    /** Lower and upper bound of the first proportion minus the second; both need trials. */
    public static List<Double> interval(long successes, long trials, long otherSuccesses, long otherTrials, double z) {
        double p = (double) successes / trials;
        double other = (double) otherSuccesses / otherTrials;
        List<Double> own = Wilson.corrected(successes, trials, z);
        List<Double> others = Wilson.corrected(otherSuccesses, otherTrials, z);
        double below = Math.hypot(p - own.getFirst(), others.getLast() - other);
        double above = Math.hypot(own.getLast() - p, other - others.getFirst());
        return List.of(Math.max(-1, p - other - below), Math.min(1, p - other + above));
    }
}
