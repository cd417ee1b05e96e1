package io.oxgraph.effect;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Estimates r, the share of the runs that would fail which warnings recover, and d, the share of the runs that would succeed
 * which they disrupt. Two groups alone show only failures(shown) = (1 − r)·p + d·(1 − p). Tasks differ in p, so with r and d
 * the same for all, the slope and the intercept of that line over the tasks give both. The moments are unbiased: different
 * runs of the same task estimate each factor, so the noise of p does not flatten the slope.
 */
final class RecoveryEstimate {
    private static final int SAMPLES = 400;
    private static final double TAIL = 0.025;

    /** Minimum runs of each group; below that the figures mean nothing. */
    private static final int MIN_RUNS = 50;

    /** Minimum variance of the tasks' failure rates; without it every slope fits. */
    private static final double MIN_VARIANCE = 1e-3;

    private final Map<String, Task> tasks = new TreeMap<>();

    void add(String task, boolean withheld, boolean failed) {
        tasks.merge(task, Task.of(withheld, failed), Task::plus);
    }

    /** The two shares with their 95% bootstrap intervals (percentile, seed fixed); empty where tasks do not tell. */
    Recovery estimate() {
        List<Task> usable = tasks.values().stream().filter(Task::isUsable).toList();
        if (usable.stream().mapToLong(Task::withheld).sum() < MIN_RUNS
                || usable.stream().mapToLong(Task::shown).sum() < MIN_RUNS) {
            return Recovery.NONE;
        }
        double[] found = split(usable);
        if (Double.isNaN(found[0])) {
            return Recovery.NONE;
        }
        SplittableRandom random = new SplittableRandom(SAMPLES);
        double[][] samples = IntStream.range(0, SAMPLES)
                .mapToObj(i -> split(
                        usable.stream().map(task -> task.resampled(random)).toList()))
                .filter(sample -> !Double.isNaN(sample[0]))
                .toArray(double[][]::new);
        return samples.length < SAMPLES / 2
                ? Recovery.NONE
                : new Recovery(Share.of(found, samples, 0), Share.of(found, samples, 1));
    }

    /** r and d; NaN where the tasks fail too much alike. */
    private static double[] split(Collection<Task> tasks) {
        double weight = tasks.stream().mapToDouble(Task::weight).sum();
        double mean = 0;
        double meanShown = 0;
        double square = 0;
        double product = 0;
        for (Task task : tasks) {
            double share = task.weight() / weight;
            mean += share * task.rate();
            meanShown += share * task.rateShown();
            square += share * task.square();
            product += share * task.rate() * task.rateShown();
        }
        double variance = square - mean * mean;
        if (variance < MIN_VARIANCE) {
            return new double[] {Double.NaN, Double.NaN};
        }
        double slope = (product - mean * meanShown) / variance;
        double disrupted = meanShown - slope * mean;
        return new double[] {1 - slope - disrupted, disrupted};
    }

    /** Runs of one task: in the holdout and with warnings, and how many of each failed. */
    record Task(long withheld, long withheldFailed, long shown, long shownFailed) {
        static Task of(boolean withheld, boolean failed) {
            long failures = failed ? 1 : 0;
            return withheld ? new Task(1, failures, 0, 0) : new Task(0, 0, 1, failures);
        }

        Task plus(Task other) {
            return new Task(
                    withheld + other.withheld,
                    withheldFailed + other.withheldFailed,
                    shown + other.shown,
                    shownFailed + other.shownFailed);
        }

        boolean isUsable() {
            return withheld >= 2 && shown >= 1;
        }

        double weight() {
            return withheld + shown;
        }

        double rate() {
            return (double) withheldFailed / withheld;
        }

        double rateShown() {
            return (double) shownFailed / shown;
        }

        /** Unbiased square of the failure rate: the share of pairs of different runs of which both failed. */
        double square() {
            return (double) withheldFailed * (withheldFailed - 1) / ((double) withheld * (withheld - 1));
        }

        Task resampled(SplittableRandom random) {
            return new Task(withheld, drawn(random, withheld, rate()), shown, drawn(random, shown, rateShown()));
        }

        private static long drawn(SplittableRandom random, long trials, double rate) {
            long hits = 0;
            for (long i = 0; i < trials; i++) {
                hits += random.nextDouble() < rate ? 1 : 0;
            }
            return hits;
        }
    }

    /** A share with its interval; nulls where it is not known. */
    record Share(Double share, Double low, Double high) {
        private static Share of(double[] found, double[][] samples, int column) {
            double[] ordered = Arrays.stream(samples)
                    .mapToDouble(sample -> clamp(sample[column]))
                    .sorted()
                    .toArray();
            int tail = Math.toIntExact(Math.round(TAIL * (ordered.length - 1)));
            return new Share(clamp(found[column]), ordered[tail], ordered[ordered.length - 1 - tail]);
        }

        private static double clamp(double value) {
            return Math.min(1, Math.max(0, value));
        }
    }

    /** r and d. */
    record Recovery(Share recovered, Share disrupted) {
        static final Recovery NONE = new Recovery(new Share(null, null, null), new Share(null, null, null));
    }
}
