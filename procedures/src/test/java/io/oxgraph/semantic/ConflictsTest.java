package io.oxgraph.semantic;

import static io.oxgraph.semantic.Plain.NOW;
import static io.oxgraph.semantic.Plain.day;
import static io.oxgraph.semantic.Plain.home;
import static io.oxgraph.semantic.Plain.ids;
import static io.oxgraph.semantic.Plain.memory;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.semantic.ChangeSet.TransitionInputs;
import io.oxgraph.semantic.ChangeSet.TransitionRule;
import io.oxgraph.semantic.Conflicts.ConflictResult;
import io.oxgraph.semantic.Memory.Status;
import io.oxgraph.time.Validity;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConflictsTest {
    private final ChangeSet changes = new ChangeSet(NOW);
    private final Conflicts conflicts = Plain.conflicts(changes);

    private ConflictResult resolveConflicts(Memory memory, Memory... around) {
        ConflictResult result = conflicts.resolveConflicts(memory, List.of(around));
        conflicts.weigh();
        return result;
    }

    @Test
    void the_later_one_ends_the_one_before() {
        Memory oslo = home("oslo").since(0);
        Memory lima = home("lima").since(10);
        ConflictResult result = resolveConflicts(lima, oslo);
        assertEquals(Set.of(oslo), result.superseded());
        assertEquals(Status.SUPERSEDED, oslo.status);
        assertEquals(NOW, oslo.supersededAt);
        assertEquals(day(10), oslo.validTo());
        assertEquals(List.of(Validity.OPEN, day(10)), oslo.validToHistory());
        assertEquals(List.of(day(0), NOW), oslo.validToKnownAt());
        assertEquals(Set.of(lima), oslo.links().later());
        assertTrue(lima.isActive());
        assertEquals(Validity.OPEN, lima.validTo());
    }

    @Test
    void a_transition_records_its_inputs() {
        resolveConflicts(
                home("lima").confidence(0.9).since(10),
                home("oslo").confidence(0.8).since(0));
        assertEquals(
                "{\"other\":\"lima\",\"key\":\"predicate\",\"valid_from\":\"" + day(0).toInstant()
                        + "\",\"other_valid_from\":\"" + day(10).toInstant()
                        + "\",\"confidence\":0.8,\"other_confidence\":0.9,\"valid_to_before\":\"9999-12-31T00:00:00Z\","
                        + "\"valid_to\":\"" + day(10).toInstant() + "\"}",
                TransitionInputs.json(changes.transitions().getFirst().inputs()));
    }

    @Test
    void a_late_arrival_takes_its_place_between_two_known_states() {
        Memory oslo = home("oslo").since(0);
        Memory rome = home("rome").since(20);
        Memory bern = home("bern").since(30);
        resolveConflicts(rome, oslo);
        resolveConflicts(bern, oslo, rome);
        Memory lima = home("lima").since(10);
        ConflictResult result = resolveConflicts(lima, oslo, rome, bern);
        assertSame(rome, result.supersededBy());
        assertEquals(Set.of(oslo), result.superseded());
        assertEquals(List.of(day(10), day(20), day(30)), List.of(oslo.validTo(), lima.validTo(), rome.validTo()));
        assertEquals(Set.of(lima), oslo.links().later(), "the edge to the later one gives way");
        assertEquals(Set.of(rome), lima.links().later());
        assertEquals(Set.of(bern), rome.links().later());
        assertTrue(bern.isActive());
    }

    @Test
    void whatever_the_order_of_arrival_the_history_is_the_same() {
        for (List<Integer> order : List.of(List.of(0, 1, 2), List.of(2, 1, 0), List.of(1, 0, 2), List.of(2, 0, 1))) {
            ChangeSet own = new ChangeSet(NOW);
            Conflicts rules = Plain.conflicts(own);
            List<Memory> homes = List.of(
                    home("oslo").since(0), home("lima").since(10), home("rome").since(20));
            List<Memory> known = new java.util.ArrayList<>();
            for (int next : order) {
                known.add(homes.get(next));
                rules.resolveConflicts(homes.get(next), known);
            }
            assertEquals(
                    List.of(day(10), day(20), Validity.OPEN),
                    homes.stream().map(Memory::validTo).toList(),
                    order.toString());
            assertEquals(Set.of(homes.get(1)), homes.get(0).links().later(), order.toString());
            assertEquals(Set.of(homes.get(2)), homes.get(1).links().later(), order.toString());
        }
    }

    @Test
    void a_short_stay_does_not_replace_a_home() {
        Memory oslo = home("oslo").since(0);
        Memory lima = home("lima").until(12).since(10);
        assertEquals(Set.of(oslo), resolveConflicts(lima, oslo).contradicts());
        assertTrue(oslo.isActive() && lima.isActive());
    }

    @Test
    void what_begins_when_the_other_has_ended_is_no_rival() {
        assertEquals(
                Set.of(),
                resolveConflicts(home("lima").since(10), home("oslo").until(10).since(0))
                        .contradicts());
    }

    @Test
    void of_two_at_the_same_time_none_is_later() {
        Memory oslo = home("oslo").confidence(0.9).since(5);
        Memory lima = home("lima").confidence(0.6).since(5);
        assertEquals(Set.of(oslo), resolveConflicts(lima, oslo).contradicts());
        assertEquals(0.6 / 0.9, lima.rankWeight, 1e-12);
        assertEquals(1.0, oslo.rankWeight);
        assertTrue(lima.needsReview && oslo.needsReview, "0.8 is at least 0.7");
        assertEquals(
                List.of(TransitionRule.CONTRADICTED, TransitionRule.CONTRADICTED),
                changes.transitions().stream().map(ChangeSet.Transition::rule).toList());
    }

    @Test
    void an_unimportant_contradiction_is_nobodys_business() {
        Memory red = memory("red").predicate("colour").since(5);
        Memory blue = memory("blue").predicate("colour").since(5);
        resolveConflicts(blue, red);
        assertFalse(red.needsReview || blue.needsReview, "0.2 is below 0.7");
    }

    @Test
    void the_clearly_less_certain_one_does_not_replace() {
        Memory oslo = home("oslo").confidence(0.9).since(0);
        Memory lima = home("lima").confidence(0.59).since(10);
        assertEquals(Set.of(oslo), resolveConflicts(lima, oslo).contradicts());
        assertEquals(0.59 / 0.9, lima.rankWeight, 1e-12);
    }

    @Test
    void two_thirds_as_certain_replaces() {
        Memory oslo = home("oslo").confidence(0.9).since(0);
        Memory lima = home("lima").confidence(0.6).since(10);
        assertEquals(Set.of(oslo), resolveConflicts(lima, oslo).superseded());
    }

    @Test
    void averages_of_the_same_are_equal() {
        Memory oslo = home("oslo").confidence(0.1 + 0.2).since(0);
        Memory lima = home("lima").confidence(0.3).since(10);
        assertTrue(lima.confidence < oslo.confidence);
        assertEquals(Set.of(oslo), resolveConflicts(lima, oslo).superseded());
    }

    @Test
    void an_assumed_begin_counts_only_with_when_it_was_said() {
        Memory oslo = home("oslo").assumed().stated(30).since(0);
        Memory lima = home("lima").assumed().since(10);
        assertEquals(Set.of(oslo), resolveConflicts(lima, oslo).contradicts(), "oslo was said again on day 30");
        Memory rome = home("rome").assumed().since(40);
        assertEquals(Set.of(oslo, lima), resolveConflicts(rome, oslo, lima).superseded());
    }

    @Test
    void times_that_were_given_need_no_later_word() {
        Memory oslo = home("oslo").stated(30).since(0);
        Memory lima = home("lima").stated(20).since(10);
        assertEquals(Set.of(oslo), resolveConflicts(lima, oslo).superseded());
    }

    @Test
    void only_the_same_type_subject_and_key_compete() {
        Memory lima = home("lima").since(10);
        for (Memory other : List.of(
                home("oslo").type("preference").since(0),
                home("oslo").subject("bruno").since(0),
                home("oslo").predicate("likes").since(0),
                home("oslo").predicate("colour").since(0))) {
            assertEquals(List.of(), ids(resolveConflicts(lima, other).superseded()));
        }
        Memory pears = memory("pears").predicate("likes").since(0);
        assertEquals(
                Set.of(),
                resolveConflicts(memory("plums").predicate("likes").since(1), pears)
                        .superseded());
    }

    @Test
    void a_topic_key_makes_rivals_of_whatever_predicates() {
        Memory dark = memory("dark").predicate("likes").topic("editor theme").since(0);
        Memory light = memory("light").predicate("").topic("editor theme").since(1);
        assertEquals(Set.of(dark), resolveConflicts(light, dark).superseded());
        assertEquals("topic_key", changes.transitions().getFirst().inputs().get("key"));
    }

    @Test
    void events_never_conflict() {
        Memory one = home("oslo").type("event").topic("move").since(0);
        Memory two = home("lima").type("event").topic("move").since(1);
        assertFalse(conflicts.hasKeys(one.assertion()));
        assertEquals(Set.of(), resolveConflicts(two, one).superseded());
    }

    @Test
    void the_same_value_is_no_conflict() {
        assertEquals(
                Set.of(),
                resolveConflicts(home("oslo").since(1), home("oslo").since(0)).superseded());
    }

    @Test
    void the_retired_and_the_expired_are_no_rivals() {
        Memory wrong = home("oslo").since(0);
        wrong.turn(Status.SUPERSEDED, NOW);
        wrong.retiredAt = NOW;
        Memory faded = home("rome").since(0);
        faded.turn(Status.EXPIRED, NOW);
        ConflictResult result = resolveConflicts(home("lima").since(1), wrong, faded);
        assertEquals(Set.of(), result.superseded());
        assertEquals(Set.of(), result.contradicts());
    }

    @Test
    void several_rivals_are_decided_in_the_order_of_time() {
        Memory rome = home("rome").since(20);
        Memory bern = home("bern").since(30);
        Memory lima = home("lima").since(10);
        assertSame(rome, resolveConflicts(lima, bern, rome).supersededBy());
        assertEquals(day(20), lima.validTo());
    }

    @Test
    void an_edge_that_would_close_a_circle_is_not_drawn() {
        Memory oslo = home("oslo").since(0);
        Memory lima = home("lima").since(10);
        changes.supersededBy(lima, oslo);
        ConflictResult result = resolveConflicts(oslo, lima);
        assertNull(result.supersededBy());
        assertEquals(Set.of(lima), result.contradicts());
    }

    @Test
    void a_contradiction_ends_with_either_end() {
        Memory oslo = home("oslo").confidence(0.9).since(5);
        Memory lima = home("lima").confidence(0.6).since(5);
        Memory rome = home("rome").confidence(0.3).since(5);
        resolveConflicts(lima, oslo);
        resolveConflicts(rome, oslo, lima);
        assertEquals(0.3 / 0.9, rome.rankWeight, 1e-12, "the least of 0.3/0.9 and 0.3/0.6");
        changes.turn(oslo, Status.FORGOTTEN, TransitionRule.FORGOTTEN, java.util.Map.of());
        conflicts.weigh();
        assertEquals(1.0, oslo.rankWeight);
        assertFalse(oslo.needsReview);
        assertEquals(1.0, lima.rankWeight);
        assertTrue(lima.needsReview);
        assertEquals(0.5, rome.rankWeight, 1e-12);
    }

    @Test
    void no_confidence_at_all_divides_by_nothing() {
        Memory oslo = home("oslo").confidence(0).since(5);
        Memory lima = home("lima").confidence(0).since(5);
        resolveConflicts(lima, oslo);
        assertEquals(1.0, oslo.rankWeight);
        assertEquals(1.0, lima.rankWeight);
    }

    @Test
    void a_pair_is_joined_once() {
        Memory oslo = home("oslo").since(5);
        Memory lima = home("lima").since(5);
        resolveConflicts(lima, oslo);
        assertEquals(Set.of(lima), resolveConflicts(oslo, lima).contradicts());
        assertEquals(1, changes.added().size());
        assertEquals(2, changes.transitions().size());
    }
}
