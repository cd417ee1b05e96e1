package io.oxgraph.statistics;

import java.util.List;

/**
 * An interval for the difference of two proportions, from Wilson's intervals of both, corrected for continuity
 * (Newcombe 1998, method 11). It covers at least what it says, also where the samples are small or unequal.
 */
public final class Newcombe {
    private Newcombe() {}

    /** Lower and upper bound of the first proportion less the second; both need trials. */
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
