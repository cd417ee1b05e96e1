package io.oxgraph.outcomes;

import io.oxgraph.statistics.ConfidenceIntervals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How good the risks of past runs were at half of each run, all of them made before its end was known. */
final class TrackRecord {
    private static final int MIN_RUNS = 50;
    private static final int MIN_OF_EACH = 10;
    private static final double Z_99 = 2.575829;

    private final List<Prediction> predictions = new ArrayList<>();
    private long failures;

    private record Prediction(double probability, double base, boolean failed) {}

    void add(double probability, double base, boolean failed) {
        predictions.add(new Prediction(probability, base, failed));
        failures += failed ? 1 : 0;
    }

    /** The area under the ROC curve; 0.5 while all runs ended alike. */
    double area() {
        long successes = predictions.size() - failures;
        if (failures == 0 || successes == 0) {
            return 0.5;
        }
        List<Prediction> ordered = new ArrayList<>(predictions);
        ordered.sort(Comparator.comparingDouble(Prediction::probability));
        double ranks = 0;
        for (int i = 0; i < ordered.size(); ) {
            int end = i;
            long failed = 0;
            while (end < ordered.size()
                    && Double.compare(ordered.get(end).probability, ordered.get(i).probability) == 0) {
                failed += ordered.get(end).failed ? 1 : 0;
                end++;
            }
            ranks += failed * (i + 1 + end) / 2.0;
            i = end;
        }
        return (ranks - failures * (failures + 1) / 2.0) / ((double) failures * successes);
    }

    /** The lower bound of the area's 95% interval (Hanley and McNeil 1982). */
    double lowerArea() {
        double a = area();
        double bad = failures;
        double good = predictions.size() - (double) failures;
        if (bad == 0 || good == 0) {
            return 0;
        }
        double q1 = a / (2 - a);
        double q2 = 2 * a * a / (1 + a);
        double variance = (a * (1 - a) + (bad - 1) * (q1 - a * a) + (good - 1) * (q2 - a * a)) / (bad * good);
        return a - ConfidenceIntervals.Z_95 * Math.sqrt(Math.max(0, variance));
    }

    private double brier() {
        return predictions.stream()
                .mapToDouble(one -> Math.pow(one.probability - (one.failed ? 1 : 0), 2))
                .average()
                .orElse(0);
    }

    private double plainBrier() {
        return predictions.stream()
                .mapToDouble(one -> Math.pow(one.base - (one.failed ? 1 : 0), 2))
                .average()
                .orElse(0);
    }

    /** Whether as many runs ended badly as was predicted, within the 99% interval. */
    private boolean isCalibrated() {
        double difference = 0;
        double variance = 0;
        for (Prediction one : predictions) {
            difference += (one.failed ? 1 : 0) - one.probability;
            variance += one.probability * (1 - one.probability);
        }
        return Math.abs(difference) <= Z_99 * Math.sqrt(variance);
    }

    /** Whether the risk may be shown: better than chance for certain, calibrated, and better than the plain rate. */
    boolean isProved() {
        return predictions.size() >= MIN_RUNS
                && Math.min(failures, predictions.size() - failures) >= MIN_OF_EACH
                && lowerArea() > 0.5
                && isCalibrated()
                && brier() < plainBrier();
    }

    Map<String, Object> stored() {
        Map<String, Object> properties = new HashMap<>();
        properties.put("scored", (long) predictions.size());
        properties.put("area", area());
        properties.put("area_low", lowerArea());
        properties.put("brier", brier());
        properties.put("plain_brier", plainBrier());
        properties.put("proved", isProved());
        return properties;
    }
}
