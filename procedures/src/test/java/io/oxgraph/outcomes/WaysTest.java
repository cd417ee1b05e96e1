package io.oxgraph.outcomes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The way that worked best in some runs. */
class WaysTest {
    private static Map<String, Object> run(String outcome, String... steps) {
        return Map.of("outcome", outcome, "run_steps", List.of(steps));
    }

    @Test
    void the_way_with_the_best_record_its_steps_once_and_without_failed_ones() {
        List<Map<String, Object>> runs =
                new ArrayList<>(Collections.nCopies(4, run("success", "find", "pay!", "pay", "pay")));
        runs.addAll(Collections.nCopies(2, run("failure", "find", "pay")));
        runs.addAll(Collections.nCopies(5, run("failure", "find", "guess")));
        runs.addAll(Collections.nCopies(2, run("success", "ask", "pay")));
        assertEquals(
                Map.of(
                        "steps", List.of("find", "pay"),
                        "runs", 6L,
                        "successes", 4L,
                        "other_runs", 7L,
                        "other_successes", 2L),
                Ways.worked(runs));
    }

    @Test
    void no_way_where_none_was_gone_three_times_or_worked_in_half() {
        assertNull(Ways.worked(List.of()));
        assertNull(Ways.worked(Collections.nCopies(2, run("success", "find", "pay"))));
        assertNull(Ways.worked(Collections.nCopies(5, run("failure", "find", "pay"))));
        assertNull(Ways.worked(Collections.nCopies(5, run("success", "find"))), "one step is no way");
    }
}
