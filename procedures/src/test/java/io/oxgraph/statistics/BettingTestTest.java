package io.oxgraph.statistics;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The test by betting in simulations with a known mean, looked at after each observation. */
class BettingTestTest {
    private static final int WORLDS = 400;
    private static final int LENGTH = 1_000;

    @Test
    void a_mean_of_zero_is_told_from_it_in_at_most_5_of_100_worlds() {
        assertTrue(worlds(0, BettingTest::isAbove) <= WORLDS / 20);
        assertTrue(worlds(0, BettingTest::isBelow) <= WORLDS / 20);
    }

    @Test
    void a_mean_on_the_other_side_is_hardly_ever_called_so() {
        assertTrue(worlds(-0.2, BettingTest::isAbove) <= WORLDS / 100);
        assertTrue(worlds(0.2, BettingTest::isBelow) <= WORLDS / 100);
    }

    @Test
    void a_mean_of_0_15_is_found_within_a_thousand_observations() {
        assertTrue(worlds(0.15, BettingTest::isAbove) >= 0.9 * WORLDS);
        assertTrue(worlds(-0.15, BettingTest::isBelow) >= 0.9 * WORLDS);
    }

    @Test
    void few_observations_decide_nothing() {
        BettingTest test = new BettingTest(2);
        IntStream.range(0, 4).forEach(i -> test.add(2));
        assertFalse(test.isAbove() || test.isBelow());
    }

    private static long worlds(double mean, Predicate<BettingTest> found) {
        return IntStream.range(0, WORLDS)
                .filter(seed -> isEver(seed, mean, found))
                .count();
    }

    private static boolean isEver(int seed, double mean, Predicate<BettingTest> found) {
        BettingTest test = new BettingTest(1);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < LENGTH; i++) {
            test.add(random.nextDouble() < (1 + mean) / 2 ? 1 : -1);
            if (found.test(test)) {
                return true;
            }
        }
        return false;
    }
}
