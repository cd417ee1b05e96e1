package io.oxgraph.situation;

import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.statistics.ConfidenceIntervals.Wilson;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Calibration that turns an {@link Estimate} into a failure probability, fitted to a workspace's own history: logistic
 * regression, then a piecewise linear correction of ten probability bins.
 *
 * @param slope weight of the plain log-odds
 * @param weight weight of the situation's shift
 * @param knots mean raw probability of each of ten bins
 * @param corrections correction at each knot, in log-odds
 * @param threshold probability from which an agent is warned
 * @param drifting whether the precision of warnings has dropped
 * @param cases how many cases it was fitted to
 */
public record Forecast(
        double slope,
        double weight,
        List<Double> knots,
        List<Double> corrections,
        double threshold,
        boolean drifting,
        long cases) {
    private static final double Z_95 = 1.96;
    private static final int STEPS = 10;

    /** Shrinkage of a bin's correction toward none, in cases. */
    private static final double SHRINKAGE = 30;

    /** The uncalibrated start. The chosen context is the most extreme of several, so its weight is below 1. */
    public static final Forecast START =
            new Forecast(1, 0.8, List.of(), List.of(), WarningThreshold.START / 100.0, false, 0);

    /** The probability of a failure. */
    public double probability(Estimate estimate) {
        return probability(estimate.plain(), estimate.shift());
    }

    /** The same from the two parts of an estimate, in log-odds. */
    public double probability(double plain, double shift) {
        double raw = Estimate.odds(slope * plain + weight * shift);
        return Estimate.odds(Estimate.logit(raw) + correction(raw));
    }

    /** Linear interpolation between the knots. */
    private double correction(double raw) {
        if (knots.isEmpty()) {
            return 0;
        }
        int next = 0;
        while (next < knots.size() && knots.get(next) < raw) {
            next++;
        }
        if (next == 0 || next == knots.size()) {
            return corrections.get(next == 0 ? 0 : next - 1);
        }
        double from = knots.get(next - 1);
        double share = (raw - from) / Math.max(knots.get(next) - from, 1e-9);
        return corrections.get(next - 1) + share * (corrections.get(next) - corrections.get(next - 1));
    }

    /** Fits the calibration to recorded estimates and outcomes. */
    public static Forecast fit(Collection<CalibrationRecord.Cell> cells) {
        if (cells.isEmpty()) {
            return START;
        }
        double[] weights = LogisticRegression.fit(cells, START.slope, START.weight);
        Forecast raw = new Forecast(weights[0], weights[1], List.of(), List.of(), START.threshold, false, 0);
        Forecast corrected = raw.corrected(cells);
        return corrected.withThreshold(cells);
    }

    /** Moves each bin toward its observed failure rate, shrunk by SHRINKAGE cases. */
    private Forecast corrected(Collection<CalibrationRecord.Cell> cells) {
        double[] actions = new double[STEPS];
        double[] failures = new double[STEPS];
        double[] sums = new double[STEPS];
        for (CalibrationRecord.Cell cell : cells) {
            double p = of(cell);
            int step = Math.min(STEPS - 1, (int) (p * STEPS));
            actions[step] += cell.actions();
            failures[step] += cell.failures();
            sums[step] += p * cell.actions();
        }
        List<Double> at = new ArrayList<>(STEPS);
        List<Double> by = new ArrayList<>(STEPS);
        for (int step = 0; step < STEPS; step++) {
            double mean = (sums[step] + (step + 0.5) / STEPS) / (actions[step] + 1);
            double observed = (failures[step] + SHRINKAGE * mean) / (actions[step] + SHRINKAGE);
            at.add(mean);
            by.add(Estimate.logit(observed) - Estimate.logit(mean));
        }
        return new Forecast(slope, weight, at, by, threshold, false, 0);
    }

    private Forecast withThreshold(Collection<CalibrationRecord.Cell> cells) {
        WarningThreshold found = WarningThreshold.fit(cells.stream()
                .map(cell -> new WarningThreshold.Point(of(cell), cell.actions(), cell.failures()))
                .toList());
        long all = cells.stream().mapToLong(CalibrationRecord.Cell::actions).sum();
        return new Forecast(slope, weight, knots, corrections, found.value(), found.drifting(), all);
    }

    /**
     * Predicted and observed failures of recorded cases: bins by predicted probability, without empty ones, and the
     * cases from the threshold on, of which agents are warned.
     */
    public Map<String, Object> calibration(Collection<CalibrationRecord.Cell> cells) {
        long[] actions = new long[STEPS];
        long[] failures = new long[STEPS];
        double[] sums = new double[STEPS];
        Counts warned = Counts.NONE;
        for (CalibrationRecord.Cell cell : cells) {
            double p = of(cell);
            int step = Math.min(STEPS - 1, (int) (p * STEPS));
            actions[step] += cell.actions();
            failures[step] += cell.failures();
            sums[step] += p * cell.actions();
            warned = p >= threshold ? warned.plus(cell.actions(), cell.failures()) : warned;
        }
        List<Map<String, Object>> bins = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            if (actions[step] > 0) {
                bins.add(Map.of(
                        "predicted", sums[step] / actions[step], "cases", actions[step], "failures", failures[step]));
            }
        }
        return Map.of("bins", bins, "warned", warned.actions(), "warned_failures", warned.failures());
    }

    private double of(CalibrationRecord.Cell cell) {
        return probability(cell.plain() / cell.actions(), cell.shift() / cell.actions());
    }

    /** 95% Wilson interval of a rate. */
    static List<Double> interval(long failures, long actions) {
        return Wilson.interval(failures, actions, Z_95);
    }

    /** Reads the properties written by {@link #stored}; START when there are none. */
    public static Forecast of(Map<String, Object> properties) {
        if (!(properties.get("threshold") instanceof Number threshold)) {
            return START;
        }
        return new Forecast(
                ((Number) properties.get("slope")).doubleValue(),
                ((Number) properties.get("weight")).doubleValue(),
                doubles(properties.get("knots")),
                doubles(properties.get("corrections")),
                threshold.doubleValue(),
                Boolean.TRUE.equals(properties.get("drifting")),
                ((Number) properties.get("cases")).longValue());
    }

    private static List<Double> doubles(Object value) {
        return CalibrationRecord.list(value).stream()
                .map(one -> ((Number) one).doubleValue())
                .toList();
    }

    /** The node properties. */
    public Map<String, Object> stored() {
        Map<String, Object> properties = new HashMap<>();
        properties.put("slope", slope);
        properties.put("weight", weight);
        properties.put("knots", knots);
        properties.put("corrections", corrections);
        properties.put("threshold", threshold);
        properties.put("drifting", drifting);
        properties.put("cases", cases);
        return properties;
    }

    /**
     * The warning threshold, a probability.
     *
     * @param value threshold, a multiple of 0.01
     * @param drifting whether the precision of warnings has dropped
     */
    record WarningThreshold(double value, boolean drifting) {
        static final int START = 44;
        private static final int LOWEST = 40;
        private static final int HIGHEST = 60;
        private static final long MIN_WARNED = 10;
        private static final double HIGH_PRECISION = 0.75;
        private static final double LOW_PRECISION = 0.6;
        private static final double PRIOR = 5;

        /** Cases with one probability. */
        record Point(double probability, long actions, long failures) {}

        /**
         * Lowers the threshold while warnings are at least 75% correct, raises it while they are clearly less than 60%
         * correct (Wilson interval).
         */
        static WarningThreshold fit(List<Point> points) {
            if (isPrecise(at(points, START))) {
                int found = START;
                while (found > LOWEST && isPrecise(at(points, found - 1))) {
                    found--;
                }
                return new WarningThreshold(found / 100.0, false);
            }
            int found = START;
            while (found < HIGHEST && isImprecise(at(points, found))) {
                found++;
            }
            return new WarningThreshold(found / 100.0, found > START);
        }

        private static boolean isPrecise(Counts warned) {
            return warned.actions() >= MIN_WARNED && warned.rate(LOW_PRECISION, PRIOR) >= HIGH_PRECISION;
        }

        private static boolean isImprecise(Counts warned) {
            return warned.actions() >= MIN_WARNED
                    && Forecast.interval(warned.failures(), warned.actions()).get(1) < LOW_PRECISION;
        }

        private static Counts at(List<Point> points, int hundredths) {
            Counts counts = Counts.NONE;
            for (Point point : points) {
                if (point.probability >= hundredths / 100.0) {
                    counts = counts.plus(point.actions, point.failures);
                }
            }
            return counts;
        }
    }

    /** Ridge-penalised logistic regression of outcomes on the two parts of an estimate. */
    static final class LogisticRegression {
        private static final int ROUNDS = 4;
        private static final double PRECISION = 20;
        private static final double MIN_SLOPE = 0.6;
        private static final double MAX_WEIGHT = 1.4;

        private LogisticRegression() {}

        /** Slope and weight, by Newton's method on cells of similar cases. */
        static double[] fit(Collection<CalibrationRecord.Cell> cells, double slope, double weight) {
            double a = slope;
            double b = weight;
            for (int round = 0; round < ROUNDS; round++) {
                double g0 = -PRECISION * (a - slope);
                double g1 = -PRECISION * (b - weight);
                double h00 = PRECISION;
                double h11 = PRECISION;
                double h01 = 0;
                for (CalibrationRecord.Cell cell : cells) {
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
                a = Math.clamp(a + (h11 * g0 - h01 * g1) / determinant, MIN_SLOPE, MAX_WEIGHT);
                b = Math.clamp(b + (h00 * g1 - h01 * g0) / determinant, 0, MAX_WEIGHT);
            }
            return new double[] {a, b};
        }
    }
}
