package io.oxgraph.outcomes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxgraph.outcomes.Calibration.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** From scores to probabilities. */
class CalibrationTest {
    /** Cases with a score whose mean is {@code shift} and that is worth {@code slope} in log odds. */
    private static List<Case> world(int cases, double shift, double slope) {
        Random random = new Random(3);
        List<Case> found = new ArrayList<>();
        for (int i = 0; i < cases; i++) {
            double score = random.nextGaussian();
            double p = 1 / (1 + Math.exp(-slope * score));
            found.add(new Case(score + shift, 0.5, random.nextDouble() < p));
        }
        return found;
    }

    private static double excess(List<Case> cases, Calibration calibration) {
        return cases.stream()
                .mapToDouble(one -> (one.failed() ? 1 : 0) - calibration.probability(one.score(), one.base()))
                .average()
                .orElseThrow();
    }

    @Test
    void before_any_case_a_score_is_taken_as_it_is() {
        assertEquals(Calibration.START, Calibration.fit(List.of()));
        assertEquals(0.5, Calibration.START.probability(0, 0.5), 1e-12);
    }

    @Test
    void a_mean_that_is_not_0_shifts_nothing_even_after_few_cases() {
        List<Case> few = world(60, 1.5, 1);
        Calibration fitted = Calibration.fit(few);
        assertEquals(0, excess(few, fitted), 0.15);
        assertEquals(
                Calibration.fit(world(60, 0, 1)).probability(0.4, 0.5),
                fitted.probability(1.9, 0.5),
                1e-9,
                "moved along");
    }

    @Test
    void with_many_cases_the_slope_is_found() {
        assertEquals(0.4, Calibration.fit(world(6_000, 0.7, 0.4)).slope(), 0.06);
    }
}
