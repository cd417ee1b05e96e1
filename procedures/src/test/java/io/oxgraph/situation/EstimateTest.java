package io.oxgraph.situation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.situation.Contexts.ContextFamily;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.situation.Situation.Step;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EstimateTest {
    private static final Counts PLAIN = new Counts(100, 20);
    private static final Step DO = new Step("do", "X", "n", false);
    private static final Situation FIRST = Situation.of(List.of(), DO, Counts.NONE);

    private static Estimate.CountLookup seen(Map<String, Counts> counts) {
        return (family, value) -> counts.getOrDefault(family.context(value), Counts.NONE);
    }

    @Test
    void nothing_seen_is_the_plain_rate() {
        Estimate estimate = Estimate.of(FIRST, PLAIN, seen(Map.of()), true);
        assertEquals(0, estimate.shift());
        assertNull(estimate.family());
        assertEquals((20 + 0.45) / 103, Estimate.odds(estimate.plain()), 1e-12);
    }

    @Test
    void the_context_furthest_from_the_plain_rate_speaks() {
        Estimate estimate = Estimate.of(
                FIRST, PLAIN, seen(Map.of("previous=^", new Counts(40, 16), "run=0", new Counts(20, 18))), true);
        assertEquals(ContextFamily.RUN, estimate.family());
        assertEquals(new Counts(20, 18), estimate.counts());
        assertTrue(estimate.shift() > 2);
    }

    @Test
    void few_cases_say_little() {
        double few = Estimate.of(FIRST, PLAIN, seen(Map.of("run=0", new Counts(2, 2))), true)
                .rate();
        double many = Estimate.of(FIRST, PLAIN, seen(Map.of("run=0", new Counts(40, 40))), true)
                .rate();
        assertTrue(few < 0.6 && many > 0.9, few + " " + many);
    }

    @Test
    void a_narrower_context_borrows_from_its_own_parent() {
        Map<String, Counts> counts = Map.of("run=0", new Counts(50, 45), "previous+run=^|0", new Counts(1, 1));
        Estimate estimate = Estimate.of(FIRST, PLAIN, seen(counts), true);
        assertEquals(ContextFamily.PREVIOUS_RUN, estimate.family());
    }

    @Test
    void a_context_that_reassures_counts_less() {
        Estimate estimate = Estimate.of(FIRST, PLAIN, seen(Map.of("run=0", new Counts(100, 0))), true);
        assertEquals(0.6 * (Estimate.logit(estimate.rate()) - estimate.plain()), estimate.shift(), 1e-9);
    }

    @Test
    void targets_are_not_heard_where_they_are_known_only_of_what_succeeded() {
        Situation known = Situation.of(List.of(), DO, new Counts(9, 9));
        Estimate.CountLookup seen = seen(Map.of("history=bad", new Counts(9, 9), "node=n", new Counts(9, 9)));
        assertEquals(ContextFamily.NODE, Estimate.of(known, PLAIN, seen, true).family());
        assertNull(Estimate.of(known, PLAIN, seen, false).family());
    }
}
