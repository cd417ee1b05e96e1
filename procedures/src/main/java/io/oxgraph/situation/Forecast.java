package io.oxgraph.situation;

import io.oxgraph.statistics.Wilson;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * What turns an {@link Estimate} into a probability, fitted to a workspace's own history.
 *
 * @param slope weight of the plain log-odds
 * @param weight weight of what the situation adds
 * @param knots means of ten steps of raw probability
 * @param corrections in log-odds, at the knots
 * @param threshold the probability from which an agent is warned
 * @param drifting whether warnings have stopped coming true
 * @param cases that it was fitted to
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

    /** Before anything was seen. The winner of several contexts tends to be too extreme, hence a weight below 1. */
    public static final Forecast START = new Forecast(1, 0.8, List.of(), List.of(), Threshold.START / 100.0, false, 0);

    /** The probability of a failure. */
    public double probability(Estimate estimate) {
        return probability(estimate.plain(), estimate.shift());
    }

    private double probability(double plain, double shift) {
        double raw = Estimate.odds(slope * plain + weight * shift);
        return Estimate.odds(Estimate.logit(raw) + correction(raw));
    }

    /** Interpolated between the knots. */
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

    /** Fits it to what came of earlier estimates. */
    public static Forecast fit(Collection<Ledger.Cell> cells) {
        if (cells.isEmpty()) {
            return START;
        }
        double[] weights = Weights.fit(cells, START.slope, START.weight);
        Forecast raw = new Forecast(weights[0], weights[1], List.of(), List.of(), START.threshold, false, 0);
        Forecast corrected = raw.corrected(cells);
        return corrected.withThreshold(cells);
    }

    /** Each tenth is shifted to the share that was observed in it, as far as its cases outweigh SHRINKAGE. */
    private Forecast corrected(Collection<Ledger.Cell> cells) {
        double[] actions = new double[STEPS];
        double[] failures = new double[STEPS];
        double[] sums = new double[STEPS];
        for (Ledger.Cell cell : cells) {
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

    private static final double SHRINKAGE = 30;

    private Forecast withThreshold(Collection<Ledger.Cell> cells) {
        Threshold found = Threshold.fit(cells.stream()
                .map(cell -> new Threshold.Point(of(cell), cell.actions(), cell.failures()))
                .toList());
        long all = cells.stream().mapToLong(Ledger.Cell::actions).sum();
        return new Forecast(slope, weight, knots, corrections, found.value(), found.drifting(), all);
    }

    private double of(Ledger.Cell cell) {
        return probability(cell.plain() / cell.actions(), cell.shift() / cell.actions());
    }

    /** The 95% interval (Wilson) of a share, as text rows and rules show it. */
    static List<Double> interval(long failures, long actions) {
        return Wilson.interval(failures, actions, Z_95);
    }

    /** From the properties that {@link #stored} gives; START where there are none. */
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
        if (value instanceof double[] numbers) {
            return DoubleStream.of(numbers).boxed().toList();
        }
        return ((List<?>) value)
                .stream().map(one -> ((Number) one).doubleValue()).toList();
    }

    /** The properties as the graph keeps them. */
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
}
