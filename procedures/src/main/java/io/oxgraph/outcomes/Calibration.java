package io.oxgraph.outcomes;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * From a score to a probability: log odds = log odds of all runs + intercept + slope × score, fitted to scores that were
 * made before the outcome was known (Platt 1999, with a ridge penalty towards slope 1 and towards no shift at the mean
 * score). Scores are not 0 in the mean: rates that few runs are behind vary more towards the rarer end.
 *
 * @param cases scores that it was fitted to
 */
record Calibration(double intercept, double slope, long cases) {
    static final Calibration START = new Calibration(0, 1, 0);

    private static final int ROUNDS = 8;

    /** In cases: a calibration that follows few outcomes costs more order among runs than it gains. */
    private static final double PENALTY = 100;

    private static final double MAX_SLOPE = 2;

    /** A score, the log odds of all runs at that time, and the outcome. */
    record Case(double score, double base, boolean failed) {}

    double probability(double score, double base) {
        return odds(RiskModel.logit(base) + intercept + slope * score);
    }

    private static double odds(double logOdds) {
        return 1 / (1 + Math.exp(-logOdds));
    }

    /** Newton's method. */
    static Calibration fit(List<Case> cases) {
        double mean = cases.stream().mapToDouble(Case::score).average().orElse(0);
        double a = START.intercept;
        double b = START.slope;
        for (int round = 0; round < ROUNDS; round++) {
            double g0 = -PENALTY * (a - START.intercept);
            double g1 = -PENALTY * (b - START.slope);
            double h00 = PENALTY;
            double h11 = PENALTY;
            double h01 = 0;
            for (Case one : cases) {
                double score = one.score - mean;
                double p = odds(RiskModel.logit(one.base) + a + b * score);
                double residual = (one.failed ? 1 : 0) - p;
                double variance = p * (1 - p);
                g0 += residual;
                g1 += residual * score;
                h00 += variance;
                h11 += variance * score * score;
                h01 += variance * score;
            }
            double determinant = h00 * h11 - h01 * h01;
            a += (h11 * g0 - h01 * g1) / determinant;
            b = Math.clamp(b + (h00 * g1 - h01 * g0) / determinant, 0, MAX_SLOPE);
        }
        return new Calibration(a - b * mean, b, cases.size());
    }

    Map<String, Object> stored() {
        Map<String, Object> properties = new HashMap<>();
        properties.put("intercept", intercept);
        properties.put("slope", slope);
        properties.put("cases", cases);
        return properties;
    }

    static Calibration of(Map<String, Object> properties) {
        return properties.get("slope") instanceof Number slope
                ? new Calibration(
                        ((Number) properties.get("intercept")).doubleValue(),
                        slope.doubleValue(),
                        ((Number) properties.get("cases")).longValue())
                : START;
    }
}
