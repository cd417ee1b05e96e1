package io.oxgraph.statistics;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The confidence sequence in simulations with a known mean. */
@Tag("deep")
class ConfidenceSequenceTest {
    private static final int LOOK_EVERY = 10;

    @Test
    void it_covers_the_mean_at_all_looks_together_in_95_of_100_worlds() {
        for (double mean : List.of(-0.9, 0.0, 0.3)) {
            long missed = IntStream.range(0, 400)
                    .filter(seed -> !alwaysCovers(seed, mean, 1_000))
                    .count();
            assertTrue(missed <= 20, () -> mean + ": " + missed + " of 400 worlds missed it once");
        }
    }

    @Test
    void it_narrows_to_within_twice_the_interval_of_one_look() {
        ConfidenceSequence sequence = new ConfidenceSequence(1);
        SplittableRandom random = new SplittableRandom(1);
        IntStream.range(0, 2_000).forEach(i -> sequence.add(drawn(random, 0)));
        List<Double> interval = sequence.interval();
        double once = 1.96 / Math.sqrt(2_000);
        assertTrue(interval.getLast() - interval.getFirst() < 2 * 2 * once, interval::toString);
    }

    @Test
    void few_observations_say_little_and_none_nothing() {
        ConfidenceSequence sequence = new ConfidenceSequence(2);
        assertNull(sequence.interval());
        sequence.add(1);
        assertTrue(
                sequence.interval().getFirst() <= -0.99 && sequence.interval().getLast() >= 0.99);
    }

    private static boolean alwaysCovers(int seed, double mean, int size) {
        ConfidenceSequence sequence = new ConfidenceSequence(1);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 1; i <= size; i++) {
            sequence.add(drawn(random, mean));
            if (i % LOOK_EVERY == 0
                    && (sequence.interval().getFirst() > mean
                            || sequence.interval().getLast() < mean)) {
                return false;
            }
        }
        return true;
    }

    /** 1 or −1, with this mean. */
    private static double drawn(SplittableRandom random, double mean) {
        return random.nextDouble() < (1 + mean) / 2 ? 1 : -1;
    }
}
