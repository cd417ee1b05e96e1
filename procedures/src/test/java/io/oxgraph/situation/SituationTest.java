package io.oxgraph.situation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.oxgraph.situation.Contexts.ContextFamily;
import io.oxgraph.situation.Situation.Counts;
import io.oxgraph.situation.Situation.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SituationTest {
    private static final Step BOOK = new Step("book", "User", "u1", false);

    private static Step book(String target, boolean failed) {
        return new Step("book", "User", target, failed);
    }

    private static final Step LOOK = new Step("look", "", null, false);

    @Test
    void the_first_action_of_a_session() {
        Map<ContextFamily, String> values =
                Situation.of(List.of(), BOOK, Counts.NONE).values();
        assertEquals(
                Map.of(
                        ContextFamily.PREVIOUS, "^",
                        ContextFamily.RUN, "0",
                        ContextFamily.PREVIOUS_RUN, "^|0",
                        ContextFamily.HERE, "-",
                        ContextFamily.HISTORY, "-",
                        ContextFamily.NODE, "u1"),
                values);
    }

    @Test
    void a_run_of_failures_passes_over_other_actions_and_ends_with_a_success() {
        List<Step> before = List.of(book("u1", true), book("u1", false), book("u1", true), LOOK, book("u2", true));
        Map<ContextFamily, String> values =
                Situation.of(before, BOOK, Counts.NONE).values();
        assertEquals("book:bad", values.get(ContextFamily.PREVIOUS));
        assertEquals("2", values.get(ContextFamily.RUN));
        assertEquals("bad", values.get(ContextFamily.HERE), "on u1 it failed last");
    }

    @Test
    void at_most_three_consecutive_failures_are_distinguished() {
        List<Step> before = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            before.add(book("u1", true));
        }
        assertEquals("3", Situation.of(before, BOOK, Counts.NONE).values().get(ContextFamily.RUN));
    }

    @Test
    void without_a_target_nothing_is_said_of_one() {
        Map<ContextFamily, String> values =
                Situation.of(List.of(LOOK), LOOK, new Counts(9, 9)).values();
        assertEquals(
                List.of(ContextFamily.PREVIOUS, ContextFamily.RUN, ContextFamily.PREVIOUS_RUN),
                List.copyOf(values.keySet()));
    }

    @Test
    void history_is_a_verdict_on_the_counts() {
        assertEquals("-", Counts.NONE.verdict());
        assertEquals("ok", new Counts(2, 0).verdict());
        assertEquals("bad", new Counts(2, 2).verdict());
        assertEquals("mixed", new Counts(2, 1).verdict());
    }

    @Test
    void a_step_is_read_from_an_action() {
        assertEquals(
                new Step("book", "User", "u1", true),
                Step.of(Map.of(
                        "action_type", "book",
                        "target_node_type", "User",
                        "target_node_ids", new String[] {"u1", "u2"},
                        "outcome", "failure")));
        assertEquals(new Step("look", "", null, false), Step.of(Map.of("action_type", "look", "outcome", "success")));
    }

    @Test
    void the_comparison_group_of_a_context() {
        assertEquals(Contexts.rivals("previous+run=a:ok|1"), Contexts.rivals("previous+run=b|c:bad|1"));
        assertEquals("previous=b|c:bad", Contexts.wider("previous+run=b|c:bad|1"));
        assertEquals(Contexts.rivals("run=1"), Contexts.rivals("run=0"));
        assertEquals(null, Contexts.wider("run=1"));
    }
}
