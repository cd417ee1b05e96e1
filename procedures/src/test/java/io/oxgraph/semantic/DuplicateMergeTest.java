package io.oxgraph.semantic;

import static io.oxgraph.semantic.Plain.NOW;
import static io.oxgraph.semantic.Plain.day;
import static io.oxgraph.semantic.Plain.home;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.semantic.ChangeSet.TransitionInputs;
import io.oxgraph.semantic.ChangeSet.TransitionRule;
import io.oxgraph.semantic.Memory.Status;
import io.oxgraph.time.Validity;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DuplicateMergeTest {
    private final ChangeSet changes = new ChangeSet(NOW);
    private final DuplicateMerge merging = new DuplicateMerge(0.1, changes);

    private void merge(Memory memory, Memory fresh) {
        merging.merge(new Duplicates.Match(memory, Duplicates.By.HASH, Double.NaN), fresh, null, "statement");
    }

    @Test
    void confidence_is_the_mean_of_all_statements() {
        Memory memory = home("oslo").confidence(0.8).since(0);
        merge(memory, home("oslo").confidence(0.6).since(1));
        assertEquals(0.7, memory.confidence, 1e-12);
        merge(memory, home("oslo").confidence(0.1).since(2));
        assertEquals(0.5, memory.confidence, 1e-12, "(0.8 + 0.6 + 0.1) / 3");
        assertEquals(3, memory.repetitions);
    }

    @Test
    void user_memory_gains_a_tenth_up_to_one() {
        Memory memory = home("oslo").policy("confidence").confidence(0.85).since(0);
        merge(memory, home("oslo").confidence(0.1).since(1));
        assertEquals(0.95, memory.confidence, 1e-12);
        merge(memory, home("oslo").since(2));
        assertEquals(1.0, memory.confidence);
        assertEquals(NOW, memory.reinforcedAt);
    }

    @Test
    void evidence_is_added_and_an_echo_of_it_is_none() {
        Memory memory = home("oslo").since(0);
        memory.evidence().addAll(List.of("a", "b"));
        Memory fresh = home("oslo").since(1);
        assertFalse(DuplicateMerge.isEcho(memory, fresh), "who names no evidence states it anew");
        fresh.evidence().add("b");
        assertTrue(DuplicateMerge.isEcho(memory, fresh));
        fresh.evidence().add("c");
        assertFalse(DuplicateMerge.isEcho(memory, fresh));
        merge(memory, fresh);
        assertEquals(Set.of("a", "b", "c"), memory.evidence());
    }

    @Test
    void times_only_move_on() {
        Memory memory = home("oslo").since(10);
        memory.lastAccessedAt = NOW.plusDays(3);
        merge(memory, home("oslo").since(4));
        assertEquals(day(10), memory.lastStatedAt);
        assertEquals(NOW.plusDays(3), memory.lastAccessedAt);
        merge(memory, home("oslo").since(20));
        assertEquals(day(20), memory.lastStatedAt);
    }

    @Test
    void given_times_take_precedence_over_assumed_ones() {
        Memory memory = home("oslo").assumed().since(10);
        merge(memory, home("oslo").assumed().since(4));
        assertEquals(day(10), memory.validFrom);
        merge(memory, home("oslo").until(50).since(4));
        assertEquals(day(4), memory.validFrom);
        assertFalse(memory.validFromAssumed);
        assertEquals(day(50), memory.validTo());
        assertEquals(day(50), memory.statedValidTo);
        merge(memory, home("oslo").until(60).since(1));
        assertEquals(day(4), memory.validFrom);
        assertEquals(day(50), memory.validTo());
        assertEquals(List.of(Validity.OPEN, day(50)), memory.validToHistory());
    }

    @Test
    void what_has_ended_does_not_end_later_for_what_is_said_of_it() {
        Memory memory = home("oslo").since(0);
        memory.end(day(10), NOW);
        merge(memory, home("oslo").until(50).since(4));
        assertEquals(day(10), memory.validTo());
        assertEquals(day(50), memory.statedValidTo);
    }

    @Test
    void an_expired_memory_is_active_again() {
        Memory memory = home("oslo").since(0);
        memory.turn(Status.EXPIRED, day(5));
        merge(memory, home("oslo").since(1));
        assertTrue(memory.isActive());
        assertEquals(
                List.of(TransitionRule.MERGED, TransitionRule.REVIVED),
                changes.transitions().stream().map(ChangeSet.Transition::rule).toList());
        assertEquals("statement", changes.transitions().getFirst().id());
    }

    @Test
    void a_transition_records_the_statement() {
        Memory memory = home("oslo").confidence(0.5).since(0);
        merging.merge(
                new Duplicates.Match(memory, Duplicates.By.JUDGE, 0.9),
                home("oslo").since(1),
                null,
                "statement");
        assertEquals(
                "{\"statement_id\":\"oslo\",\"by\":\"judge\",\"cosine\":0.9,\"confidence_before\":0.5,\"confidence\":0.75,"
                        + "\"repetitions\":2}",
                TransitionInputs.json(changes.transitions().getFirst().inputs()));
    }
}
