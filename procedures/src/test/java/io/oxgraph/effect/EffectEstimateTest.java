package io.oxgraph.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.situation.Holdout;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The estimates in simulations with known truth. */
class EffectEstimateTest {
    private static final String WORKSPACE = "w";
    private static final double UNTREATED = 0.6;
    private static final double TREATED = 0.3;
    private static final double RATE = 0.3;

    @Test
    void the_interval_covers_the_planted_lift_in_95_of_100_worlds() {
        assertTrue(covering(100) >= 95, () -> covering(100) + " of 100");
        assertTrue(covering(1_000) >= 980, () -> covering(1_000) + " of 1,000");
    }

    private static long covering(int seeds) {
        return IntStream.range(0, seeds)
                .mapToObj(seed -> world(seed, 200, TREATED).interval())
                .filter(interval ->
                        interval.getFirst() <= UNTREATED - TREATED && UNTREATED - TREATED <= interval.getLast())
                .count();
    }

    @Test
    void an_ineffective_pattern_is_rarely_found_harmful_in_repeated_tests() {
        long found = IntStream.range(0, 200)
                .filter(seed -> IntStream.range(1, 21)
                        .anyMatch(look -> world(seed, 50 * look, UNTREATED).isHarmful()))
                .count();
        assertTrue(found <= 200 * 0.05, () -> found + " of 200");
    }

    @Test
    void harm_is_found() {
        long found = IntStream.range(0, 100)
                .filter(seed -> world(seed, 400, 0.85).isHarmful())
                .count();
        assertTrue(found >= 80, () -> found + " of 100");
        assertFalse(world(1, 400, TREATED).isHarmful());
    }

    @Test
    void few_trials_prove_no_harm() {
        EffectEstimate estimate = new EffectEstimate();
        IntStream.range(0, 1_000).forEach(i -> estimate.add(false, true));
        IntStream.range(1, Math.toIntExact(EffectEstimate.MIN_TRIALS)).forEach(i -> estimate.add(true, false));
        assertFalse(estimate.isHarmful());
        estimate.add(true, false);
        assertTrue(estimate.isHarmful());
    }

    @Test
    void an_empty_arm_says_nothing() {
        EffectEstimate estimate = new EffectEstimate();
        estimate.add(false, true);
        assertEquals(1.0, EffectEstimate.rate(estimate.shown()));
        assertNull(EffectEstimate.rate(estimate.withheld()));
        assertNull(estimate.riskReduction());
        assertNull(estimate.interval());
        assertFalse(estimate.isHarmful());
    }

    @Test
    void the_held_out_share_is_what_was_asked_for_and_always_the_same() {
        for (double rate : List.of(0.05, 0.3, 0.9)) {
            long held = sessions().filter(n -> withheld("k", n, rate)).count();
            assertEquals(rate, held / 20_000.0, 0.01);
        }
        assertEquals(
                sessions().filter(n -> withheld("k", n, RATE)).boxed().toList(),
                sessions().filter(n -> withheld("k", n, RATE)).boxed().toList());
        assertTrue(sessions().filter(n -> withheld("k", n, 0.1)).allMatch(n -> withheld("k", n, RATE)));
        assertTrue(sessions().noneMatch(n -> withheld("k", n, 0)));
        assertFalse(Holdout.withholds(WORKSPACE, "k", null, 0.9));
    }

    @Test
    void arms_of_different_patterns_are_independent() {
        long both = sessions()
                .filter(n -> withheld("k", n, RATE) && withheld("l", n, RATE))
                .count();
        assertEquals(RATE * RATE, both / 20_000.0, 0.01);
    }

    private static IntStream sessions() {
        return IntStream.range(0, 20_000);
    }

    private static boolean withheld(String key, int session, double rate) {
        return Holdout.withholds(WORKSPACE, key, "session " + session, rate);
    }

    /** Agents that fail with UNTREATED, and with {@code treated} where they were shown the pattern. */
    private static EffectEstimate world(int seed, int sessions, double treated) {
        Random random = new Random(seed);
        EffectEstimate estimate = new EffectEstimate();
        for (int n = 0; n < sessions; n++) {
            boolean held = Holdout.withholds(WORKSPACE, "key " + seed, "session " + n, RATE);
            estimate.add(held, random.nextDouble() < (held ? UNTREATED : treated));
        }
        return estimate;
    }
}
