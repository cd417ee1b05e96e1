package io.oxgraph.semantic;

import static io.oxgraph.semantic.Plain.day;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.oxgraph.time.Validity;
import java.time.ZonedDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValidityTest {
    @Test
    void the_end_is_the_one_known_then() {
        List<ZonedDateTime> ends = List.of(Validity.OPEN, day(20), day(10));
        List<ZonedDateTime> known = List.of(day(1), day(21), day(21));
        assertNull(Validity.validToAt(ends, known, day(0.9)));
        assertEquals(Validity.OPEN, Validity.validToAt(ends, known, day(1)));
        assertEquals(Validity.OPEN, Validity.validToAt(ends, known, day(20.9)));
        assertEquals(day(10), Validity.validToAt(ends, known, day(21)));
        assertNull(Validity.validToAt(List.of(), List.of(), day(1)));
    }

    @Test
    void every_workspace_knows_some_predicates() {
        assertEquals(new Predicate(true, 0.8), PredicateTable.get("lives_in"));
        assertEquals(new Predicate(false, 0.3), PredicateTable.get("likes"));
        assertEquals(new Predicate(false, 0.5), PredicateTable.get("stands_nowhere"));
    }
}
