package io.oxgraph.situation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.situation.Contexts.ContextFamily;
import io.oxgraph.situation.Forecast.WarningThreshold;
import io.oxgraph.situation.Situation.Counts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ForecastTest {
    private static final int DAY = 20_000;

    /** Cases that fail with the probability that a slope and a weight make of their estimates. */
    private static CalibrationRecord world(int cases, double slope, double weight, long seed) {
        Random random = new Random(seed);
        CalibrationRecord ledger = new CalibrationRecord();
        for (int i = 0; i < cases; i++) {
            double plain = random.nextGaussian() - 1;
            double shift = random.nextInt(3) == 0 ? random.nextGaussian() * 2 : 0;
            Estimate estimate = new Estimate(plain, shift, ContextFamily.RUN, Counts.NONE, 0, Map.of());
            ledger.add(DAY + i % 5, estimate, random.nextDouble() < Estimate.odds(slope * plain + weight * shift));
        }
        return ledger;
    }

    private static Forecast fit(CalibrationRecord ledger) {
        return Forecast.fit(CalibrationRecord.cells(List.of(ledger), DAY));
    }

    @Test
    void without_history_it_starts_as_it_is_known_to_start() {
        assertEquals(Forecast.START, fit(new CalibrationRecord()));
        assertEquals(Forecast.START, Forecast.of(Map.of()));
    }

    @Test
    void it_finds_the_weights_of_the_world() {
        Forecast forecast = fit(world(20_000, 0.9, 0.5, 1));
        assertEquals(0.9, forecast.slope(), 0.05);
        assertEquals(0.5, forecast.weight(), 0.05);
        assertEquals(20_000, forecast.cases());
    }

    @Test
    void its_probabilities_come_true() {
        Forecast forecast = fit(world(5_000, 0.8, 1.2, 2));
        Random random = new Random(3);
        long[] cases = new long[10];
        long[] failed = new long[10];
        double[] sums = new double[10];
        for (int i = 0; i < 50_000; i++) {
            double plain = random.nextGaussian() - 1;
            double shift = random.nextInt(3) == 0 ? random.nextGaussian() * 2 : 0;
            double p = forecast.probability(new Estimate(plain, shift, ContextFamily.RUN, Counts.NONE, 0, Map.of()));
            int step = Math.min(9, (int) (p * 10));
            cases[step]++;
            sums[step] += p;
            failed[step] += random.nextDouble() < Estimate.odds(0.8 * plain + 1.2 * shift) ? 1 : 0;
        }
        for (int step = 0; step < 10; step++) {
            if (cases[step] >= 500) {
                double observed = (double) failed[step] / cases[step];
                assertEquals(sums[step] / cases[step], observed, 0.06, "step " + step);
            }
        }
    }

    @Test
    void its_calibration_counts_each_case_once() {
        CalibrationRecord ledger = world(2_000, 0.9, 0.5, 7);
        Forecast forecast = fit(ledger);
        Map<String, Object> found = forecast.calibration(CalibrationRecord.cells(List.of(ledger), DAY));
        long cases = 0;
        long failures = 0;
        for (Object one : (List<?>) found.get("bins")) {
            Map<?, ?> bin = (Map<?, ?>) one;
            long here = (Long) bin.get("cases");
            double observed = (double) (Long) bin.get("failures") / here;
            if (here >= 100) {
                assertEquals((Double) bin.get("predicted"), observed, 0.06);
            }
            cases += here;
            failures += (Long) bin.get("failures");
        }
        assertEquals(2_000, cases);
        assertTrue((Long) found.get("warned") < cases);
        assertTrue((Long) found.get("warned_failures") < failures);
        assertEquals(List.of(), forecast.calibration(List.of()).get("bins"));
    }

    @Test
    void empty_lists_come_from_the_graph_without_a_type() {
        Forecast forecast = Forecast.START;
        Map<String, Object> stored = new HashMap<>(forecast.stored());
        stored.putAll(Map.of("knots", new String[0], "corrections", new String[0]));
        assertEquals(forecast, Forecast.of(stored));
    }

    @Test
    void what_the_graph_keeps_is_the_same_again() {
        Forecast forecast = fit(world(500, 1, 1, 4));
        assertEquals(forecast, Forecast.of(forecast.stored()));
        CalibrationRecord ledger = world(500, 1, 1, 5);
        assertEquals(ledger.stored(), CalibrationRecord.of(ledger.stored()).stored());
    }

    @Test
    void days_leave_the_ledger() {
        CalibrationRecord ledger = world(1_000, 1, 1, 6);
        ledger.dropBefore(DAY + 2);
        assertEquals(600, fit(ledger).cases());
        assertEquals(
                400,
                CalibrationRecord.cells(List.of(ledger), DAY + 3).stream()
                        .mapToLong(CalibrationRecord.Cell::actions)
                        .sum());
    }

    private static WarningThreshold threshold(double probability, long actions, long failures) {
        return WarningThreshold.fit(List.of(new WarningThreshold.Point(probability, actions, failures)));
    }

    @Test
    void the_threshold_falls_while_warnings_come_true() {
        assertEquals(new WarningThreshold(0.40, false), threshold(0.5, 100, 95));
        assertEquals(new WarningThreshold(0.44, false), threshold(0.5, 100, 65), "neither well nor badly");
        assertEquals(new WarningThreshold(0.44, false), threshold(0.5, 9, 9), "too few to tell");
    }

    @Test
    void it_rises_and_drifts_when_they_stop_coming_true() {
        assertEquals(new WarningThreshold(0.60, true), threshold(0.9, 100, 20));
        WarningThreshold half = WarningThreshold.fit(
                List.of(new WarningThreshold.Point(0.48, 200, 40), new WarningThreshold.Point(0.7, 50, 45)));
        assertEquals(new WarningThreshold(0.49, true), half);
        assertTrue(fit(world(20_000, 1, 1, 7)).cases() > 0);
        assertFalse(fit(world(20_000, 1, 1, 7)).drifting());
    }

    @Test
    void ledgers_of_pairs_are_one_history() {
        List<CalibrationRecord> pairs = new ArrayList<>();
        pairs.add(world(300, 1, 1, 8));
        pairs.add(world(200, 1, 1, 9));
        assertEquals(500, Forecast.fit(CalibrationRecord.cells(pairs, DAY)).cases());
    }
}
