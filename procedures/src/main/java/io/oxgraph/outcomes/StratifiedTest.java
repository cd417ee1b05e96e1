package io.oxgraph.outcomes;

import io.oxgraph.statistics.ConfidenceIntervals;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether runs with a feature end badly at another rate than those without, within strata of comparable runs: the
 * Mantel–Haenszel risk difference with the interval of Sato (1989), and an e-value.
 *
 * <p>The e-value is a normal mixture (Robbins 1970) of the score statistic of Mantel and Haenszel, with a log odds ratio
 * drawn from N(0, 1): valid however often one looks, to the accuracy of the normal approximation.
 */
final class StratifiedTest {
    /** Variance of the log odds ratio under the alternative. */
    private static final double PRIOR_VARIANCE = 1;

    private final List<Stratum> strata = new ArrayList<>();

    /** Runs with and without the feature, and how many of each ended badly. */
    record Stratum(long with, long withFailures, long without, long withoutFailures) {
        long runs() {
            return with + without;
        }

        boolean compares() {
            return with > 0 && without > 0;
        }
    }

    /** The risk difference with its 95% interval. */
    record Difference(double value, double low, double high) {}

    void add(Stratum stratum) {
        if (stratum.compares()) {
            strata.add(stratum);
        }
    }

    /** Natural logarithm of the e-value; 0 where nothing can be compared. */
    double logEvidence() {
        double score = 0;
        double variance = 0;
        for (Stratum s : strata) {
            double n = s.runs();
            double failures = s.withFailures + s.withoutFailures;
            score += s.withFailures - s.with * failures / n;
            variance += s.with * s.without * failures * (n - failures) / (n * n * Math.max(1, n - 1));
        }
        double spread = 1 + PRIOR_VARIANCE * variance;
        return PRIOR_VARIANCE * score * score / (2 * spread) - 0.5 * Math.log(spread);
    }

    /** The rate with the feature minus the rate without; 0 from −1 to 1 where nothing can be compared. */
    Difference difference() {
        double weights = 0;
        double sum = 0;
        double p = 0;
        double q = 0;
        for (Stratum s : strata) {
            double n = s.runs();
            double a = s.withFailures;
            double c = s.withoutFailures;
            weights += s.with * s.without / n;
            sum += (a * s.without - c * s.with) / n;
            p += (s.with * (double) s.with * c
                            - s.without * (double) s.without * a
                            + s.with * (double) s.without * (s.without - s.with) / 2)
                    / (n * n);
            q += (a * (s.without - c) + c * (s.with - a)) / (2 * n);
        }
        if (weights == 0) {
            return new Difference(0, -1, 1);
        }
        double value = sum / weights;
        double error = Math.sqrt(Math.max(0, value * p + q)) / weights;
        return new Difference(
                value,
                Math.max(-1, value - ConfidenceIntervals.Z_95 * error),
                Math.min(1, value + ConfidenceIntervals.Z_95 * error));
    }
}
