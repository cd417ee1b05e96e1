package io.oxgraph.situation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.situation.Outage.Attempt;
import io.oxgraph.situation.Situation.Counts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OutageTest {
    /** Attempts of different sessions: F failed, S succeeded. */
    private static List<Attempt> attempts(String outcomes) {
        List<Attempt> found = new ArrayList<>();
        for (int i = 0; i < outcomes.length(); i++) {
            found.add(new Attempt(outcomes.charAt(i) == 'F', "call" + i));
        }
        return found;
    }

    private static boolean stands(String outcomes, long failures) {
        return Outage.of(attempts(outcomes), new Counts(100, failures)).stands();
    }

    @Test
    void it_stands_within_three_failures_and_is_gone_within_five_successes() {
        for (long usual : new long[] {0, 2, 5, 10, 19}) {
            assertFalse(stands("SSSSFF", usual), "after two failures");
            assertTrue(stands("SSSSFFF", usual), "after three failures");
            assertTrue(stands("SSSSFFFFFFFFFF", usual));
            assertFalse(stands("SSSSFFFFFFFFFFSSSSS", usual), "after five successes");
        }
    }

    @Test
    void one_call_that_fails_again_and_again_is_no_outage() {
        Attempt same = new Attempt(true, "session/order-1");
        assertFalse(
                Outage.of(List.of(same, same, same, same), new Counts(100, 5)).stands());
    }

    @Test
    void a_tool_that_often_fails_is_not_out_of_order() {
        assertFalse(stands("FFFFFFFFFF", 40));
        Random random = new Random(3);
        int standing = 0;
        for (int i = 0; i < 2_000; i++) {
            StringBuilder outcomes = new StringBuilder();
            for (int j = 0; j < 20; j++) {
                outcomes.append(random.nextDouble() < 0.08 ? 'F' : 'S');
            }
            standing += stands(outcomes.toString(), 8) ? 1 : 0;
        }
        assertTrue(standing <= 10, standing + " of 2,000");
    }

    @Test
    void its_counts_begin_with_it() {
        Outage outage = Outage.of(attempts("SSSSSSFFF"), new Counts(100, 5));
        assertEquals(new Counts(3, 3), outage.actions());
        assertTrue(outage.probability() > 0.8);
    }
}
