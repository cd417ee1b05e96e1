package io.oxgraph.outcomes;

import io.oxgraph.outcomes.Run.RunStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The risk that a run ends badly, from its actions so far. Each feature's failure rate is shrunk towards that of all
 * runs; the score is the sum of the differences of log odds, divided by the square root of their number, since features
 * of one run say much of the same. The probability is a logistic function of the score, fitted to earlier scores.
 */
public final class RiskModel {
    /** Weight of the rate of all runs, in runs. */
    private static final double STRENGTH = 2;

    /** Maximum number of features that are stored. */
    private static final int MAX_FEATURES = 2_000;

    private final Map<String, long[]> counts = new HashMap<>();
    private final Calibration calibration;
    private long runs;
    private long failures;

    RiskModel(Calibration calibration) {
        this.calibration = calibration;
    }

    /** Learns how a run ended. */
    void learn(Run run) {
        runs++;
        failures += run.failed() ? 1 : 0;
        for (String feature : RunFeatures.of(run.agentId(), run.steps())) {
            long[] counted = counts.computeIfAbsent(feature, name -> new long[2]);
            counted[0]++;
            counted[1] += run.failed() ? 1 : 0;
        }
    }

    /** The share of all runs that end badly, never 0 or 1. */
    public double base() {
        return (failures + 1.0) / (runs + 2.0);
    }

    /** Number of runs behind it. */
    public long runs() {
        return runs;
    }

    /** The score of a run so far: 0 for no more risk than others. */
    public double score(String agentId, List<RunStep> steps) {
        double base = base();
        double sum = 0;
        int known = 0;
        for (String feature : RunFeatures.of(agentId, steps)) {
            long[] counted = counts.get(feature);
            known++;
            if (counted != null) {
                sum += logit((counted[1] + STRENGTH * base) / (counted[0] + STRENGTH)) - logit(base);
            }
        }
        return known == 0 ? 0 : sum / Math.sqrt(known);
    }

    /** The calibrated probability that a run with this score ends badly. */
    public double probability(double score) {
        return calibration.probability(score, base());
    }

    /** The features of a run so far that raise its risk most, with their counts. */
    public List<Reason> reasons(String agentId, List<RunStep> steps, int limit) {
        double base = base();
        Set<String> features = RunFeatures.of(agentId, steps);
        return features.stream()
                .filter(feature -> counts.containsKey(feature) && !feature.startsWith("target="))
                .map(feature -> new Reason(feature, counts.get(feature)[0], counts.get(feature)[1]))
                .filter(reason -> reason.failures() > reason.runs() * base)
                .sorted(Comparator.comparingDouble((Reason reason) -> -reason.weight(base))
                        .thenComparing(Reason::feature))
                .limit(limit)
                .toList();
    }

    /** A feature with the number of runs that had it, and how many of them ended badly. */
    public record Reason(String feature, long runs, long failures) {
        private double weight(double base) {
            return logit((failures + STRENGTH * base) / (runs + STRENGTH)) - logit(base);
        }
    }

    static double logit(double share) {
        return Math.log(share / (1 - share));
    }

    /** The properties that {@link #of} reads: the most frequent features. */
    Map<String, Object> stored() {
        List<Map.Entry<String, long[]>> kept = new ArrayList<>(counts.entrySet());
        kept.sort(Comparator.comparingLong((Map.Entry<String, long[]> entry) -> -entry.getValue()[0])
                .thenComparing(Map.Entry::getKey));
        List<Map.Entry<String, long[]>> first = kept.subList(0, Math.min(MAX_FEATURES, kept.size()));
        Map<String, Object> properties = new HashMap<>(calibration.stored());
        properties.put("features", first.stream().map(Map.Entry::getKey).toList());
        properties.put(
                "feature_runs", first.stream().map(entry -> entry.getValue()[0]).toList());
        properties.put(
                "feature_failures",
                first.stream().map(entry -> entry.getValue()[1]).toList());
        properties.put("runs", runs);
        properties.put("failures", failures);
        return properties;
    }

    /** Reads a model from stored properties. */
    public static RiskModel of(Map<String, Object> properties) {
        RiskModel model = new RiskModel(Calibration.of(properties));
        List<String> features = Run.texts(properties.get("features"));
        long[] all = longs(properties.get("feature_runs"));
        long[] failed = longs(properties.get("feature_failures"));
        for (int i = 0; i < features.size(); i++) {
            model.counts.put(features.get(i), new long[] {all[i], failed[i]});
        }
        model.runs = ((Number) properties.get("runs")).longValue();
        model.failures = ((Number) properties.get("failures")).longValue();
        return model;
    }

    private static long[] longs(Object value) {
        if (value instanceof long[] array) {
            return array;
        }
        return value instanceof List<?> list
                ? list.stream().mapToLong(one -> ((Number) one).longValue()).toArray()
                : new long[0];
    }
}
