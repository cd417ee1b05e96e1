package io.oxgraph.statistics;

import java.util.List;

/**
 * A confidence sequence for the mean of observations x with |x| ≤ bound: an interval that covers the mean at all times at
 * once with probability 95%, so that one may look after each observation and stop at any.
 *
 * <p>For each λ in (0, 1/bound), exp(λ·Σ(x − μ) − ψ(λ)·Σx²) with ψ(λ) = (−ln(1 − bound·λ) − bound·λ)/bound² is a nonnegative
 * supermartingale (Fan, Grama and Liu 2015), and so is their mixture over a grid of λ. By Ville's inequality it stays below
 * 2/α on either side (Howard, Ramdas, McAuliffe and Sekhon 2021, "Time-uniform, nonparametric, nonasymptotic confidence
 * sequences", theorem 4). Where the mean changes, the interval is that of the average of the means so far.
 */
public final class ConfidenceSequence {
    private static final double ALPHA = 0.05;
    private static final double THRESHOLD = Math.log(2 / ALPHA);

    /** Grid of bound·λ: the largest, the factor between two, and how many. It suits 20 to a million observations. */
    private static final double LARGEST = 0.8;

    private static final double FACTOR = Math.sqrt(0.5);
    private static final int SIZE = 16;
    private static final int BISECTIONS = 60;

    private final double bound;
    private long count;
    private double sum;
    private double squares;

    /** @param bound largest possible absolute value of an observation, above 0 */
    public ConfidenceSequence(double bound) {
        this.bound = bound;
    }

    /** Adds an observation. */
    public void add(double value) {
        count++;
        sum += value;
        squares += value * value;
    }

    /** Lower and upper bound of the mean; null without observations. */
    public List<Double> interval() {
        if (count == 0) {
            return null;
        }
        double margin = margin() / count;
        double mean = sum / count;
        return List.of(Math.max(-1, mean - margin), Math.min(1, mean + margin));
    }

    /** The deviation of the sum at which the mixture reaches the threshold; it grows with the deviation. */
    private double margin() {
        double low = 0;
        double high = bound * count;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (low + high) / 2;
            if (logMixture(middle) < THRESHOLD) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** Logarithm of the mixture of supermartingales at this deviation of the sum. */
    private double logMixture(double deviation) {
        double[] exponents = new double[SIZE];
        double largest = Double.NEGATIVE_INFINITY;
        double share = LARGEST;
        for (int k = 0; k < SIZE; k++) {
            exponents[k] = share * deviation / bound - (-Math.log1p(-share) - share) * squares / (bound * bound);
            largest = Math.max(largest, exponents[k]);
            share *= FACTOR;
        }
        double total = 0;
        for (double exponent : exponents) {
            total += Math.exp(exponent - largest);
        }
        return largest + Math.log(total / SIZE);
    }
}
