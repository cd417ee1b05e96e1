package io.oxgraph.statistics;

/**
 * Tests by betting whether the mean of observations x with |x| ≤ bound is above 0, or below (Waudby-Smith and Ramdas 2024,
 * "Estimating means of bounded random variables by betting"), one may look after each observation and stop at any.
 *
 * <p>While no observation's expectation, given those before it, is above 0, the capital ∏(1 + λ·x/bound) of a bet λ in (0, 1)
 * is a nonnegative supermartingale, and so is the mean of several bets' capitals. By Ville's inequality it ever reaches 1/α
 * with probability at most α. The same holds of the other side with −x.
 */
public final class BettingTest {
    private static final double ALPHA = 0.05;
    private static final double THRESHOLD = Math.log(1 / ALPHA);

    /** Bets: the largest, the factor between two, and how many. They suit effects from about 0.01 to 1. */
    private static final double LARGEST = 0.8;

    private static final double FACTOR = Math.sqrt(0.5);
    private static final int SIZE = 10;

    private final double bound;
    private final double[] above = new double[SIZE];
    private final double[] below = new double[SIZE];

    /** @param bound largest possible absolute value of an observation, above 0 */
    public BettingTest(double bound) {
        this.bound = bound;
    }

    /** Adds an observation. */
    public void add(double value) {
        double bet = LARGEST * value / bound;
        for (int k = 0; k < SIZE; k++) {
            above[k] += Math.log1p(bet);
            below[k] += Math.log1p(-bet);
            bet *= FACTOR;
        }
    }

    /** Whether the mean is above 0, at the 5% level. */
    public boolean isAbove() {
        return logCapital(above) >= THRESHOLD;
    }

    /** Whether the mean is below 0, at the 5% level. */
    public boolean isBelow() {
        return logCapital(below) >= THRESHOLD;
    }

    /** Logarithm of the mean capital. */
    private static double logCapital(double[] logs) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double log : logs) {
            largest = Math.max(largest, log);
        }
        double total = 0;
        for (double log : logs) {
            total += Math.exp(log - largest);
        }
        return largest + Math.log(total / SIZE);
    }
}
