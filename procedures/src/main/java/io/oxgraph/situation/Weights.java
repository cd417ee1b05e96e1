package io.oxgraph.situation;

import java.util.Collection;

/** Logistic regression of what happened on the two parts of an estimate, drawn to where it starts. */
final class Weights {
    private static final int ROUNDS = 4;
    private static final double PRECISION = 20;
    private static final double LEAST_SLOPE = 0.6;
    private static final double MOST = 1.4;

    private Weights() {}

    /** Slope and weight, by Newton's steps on cells of similar cases. */
    static double[] fit(Collection<Ledger.Cell> cells, double slope, double weight) {
        double a = slope;
        double b = weight;
        for (int round = 0; round < ROUNDS; round++) {
            double g0 = -PRECISION * (a - slope);
            double g1 = -PRECISION * (b - weight);
            double h00 = PRECISION;
            double h11 = PRECISION;
            double h01 = 0;
            for (Ledger.Cell cell : cells) {
                double x = cell.plain() / cell.actions();
                double d = cell.shift() / cell.actions();
                double p = Estimate.odds(a * x + b * d);
                double residual = cell.failures() - cell.actions() * p;
                double variance = cell.actions() * p * (1 - p);
                g0 += residual * x;
                g1 += residual * d;
                h00 += variance * x * x;
                h11 += variance * d * d;
                h01 += variance * x * d;
            }
            double determinant = h00 * h11 - h01 * h01;
            a = Math.clamp(a + (h11 * g0 - h01 * g1) / determinant, LEAST_SLOPE, MOST);
            b = Math.clamp(b + (h00 * g1 - h01 * g0) / determinant, 0, MOST);
        }
        return new double[] {a, b};
    }
}
