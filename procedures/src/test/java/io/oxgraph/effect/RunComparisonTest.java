package io.oxgraph.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.effect.RunEffects.Run;
import io.oxgraph.model.RunResults.RunEffectResult;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The comparison of runs with and without warnings, in simulations with known r and d. */
class RunComparisonTest {
    private static final double[] TASKS = {0.1, 0.3, 0.6, 0.9};

    @Test
    void recovered_and_disrupted_shares_are_found_from_tasks_that_differ() {
        RunEffectResult result = world(1, 4_000, 0.5, 0.5, 0.2);
        assertEquals(0.5, result.recovered(), 0.1);
        assertEquals(0.2, result.disrupted(), 0.1);
        assertTrue(result.recovered_low() < 0.5 && 0.5 < result.recovered_high());
        assertTrue(result.disrupted_low() < 0.2 && 0.2 < result.disrupted_high());
        assertTrue(result.low() < result.risk_reduction() && result.risk_reduction() < result.high());
    }

    @Test
    void their_intervals_cover_the_truth_in_most_worlds() {
        long covered = IntStream.range(0, 100)
                .mapToObj(seed -> world(seed, 1_000, 0.5, 0.6, 0.1))
                .filter(result -> result.recovered_low() <= 0.6 && 0.6 <= result.recovered_high())
                .count();
        assertTrue(covered >= 88, () -> covered + " of 100");
    }

    @Test
    void help_and_harm_are_told_apart_and_an_unequal_holdout_is_unbiased() {
        assertTrue(world(2, 1_000, 0.5, 0.6, 0.05).helps());
        assertTrue(world(2, 1_000, 0.5, 0.0, 0.5).harms());
        RunEffectResult result = world(2, 4_000, 0.2, 0.6, 0.0);
        assertEquals(0.6 * 0.475, (result.low() + result.high()) / 2, 0.05);
    }

    @Test
    void warnings_without_effect_are_rarely_found_to_help_or_harm() {
        long found = IntStream.range(0, 200)
                .mapToObj(seed -> world(seed, 600, 0.5, 0.0, 0.0))
                .filter(result -> result.helps() || result.harms())
                .count();
        assertTrue(found <= 10, () -> found + " of 200");
    }

    @Test
    void harm_is_found_before_the_interval_has_left_zero() {
        List<RunEffectResult> results = IntStream.range(0, 100)
                .mapToObj(seed -> world(seed, 300, 0.5, 0.0, 0.3))
                .toList();
        long found = results.stream().filter(RunEffectResult::harms).count();
        long apart = results.stream().filter(result -> result.high() < 0).count();
        assertTrue(found >= 30 && found >= 2 * apart, () -> found + " and " + apart + " of 100");
    }

    @Test
    void runs_without_outcome_count_for_their_actions_alone_and_one_task_tells_no_shares() {
        RunComparison comparison = new RunComparison(0.5);
        IntStream.range(0, 200)
                .forEach(n -> comparison.add(new Run("s" + n, TestGraph.NOW, null, "", n % 3), n % 2 == 0));
        IntStream.range(0, 200)
                .forEach(n -> comparison.add(new Run("t" + n, TestGraph.NOW, n % 3 == 0, "", 0), n % 2 == 0));
        RunEffectResult result = comparison.result(TestGraph.NOW, TestGraph.NOW);
        assertEquals(200, result.shown_runs() + result.withheld_runs());
        assertEquals(400, result.shown_all() + result.withheld_all());
        assertEquals(200, result.without_outcome());
        assertNull(result.recovered());
        assertFalse(result.helps() || result.harms());
    }

    /** Runs of tasks that fail with TASKS; warnings recover r of the failing ones and disrupt d of the others. */
    private static RunEffectResult world(int seed, int size, double rate, double r, double d) {
        SplittableRandom random = new SplittableRandom(seed);
        RunComparison comparison = new RunComparison(rate);
        for (int n = 0; n < size; n++) {
            int task = n % TASKS.length;
            boolean withheld = random.nextDouble() < rate;
            boolean failed = random.nextDouble() < TASKS[task];
            boolean flipped = !withheld && random.nextDouble() < (failed ? r : d);
            comparison.add(new Run("s" + n, TestGraph.NOW, failed != flipped, "task " + task, 0), withheld);
        }
        return comparison.result(TestGraph.NOW, TestGraph.NOW);
    }
}
