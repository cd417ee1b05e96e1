package io.oxgraph.working;

import static io.oxgraph.error.ErrorCode.INVALID_INPUT;
import static io.oxgraph.error.ErrorCode.WORKSPACE_NOT_FOUND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.oxgraph.error.OxgraphException;
import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Expiry, deletion and sweeps of slots. */
@ExtendWith(Neo4jExtension.class)
class WorkingSetTest {
    private Slots slots;

    @BeforeEach
    void fresh(TestGraph graph) {
        slots = new Slots(graph);
    }

    @Test
    void a_slot_is_there_to_the_second() {
        slots.set("plan", "1", 3_600);
        assertEquals(List.of("plan=1"), slots.get(0, "plan"));
        slots.set("plan", "1", 3_600);
        assertEquals(List.of(), slots.get(3_600, "plan"));
        assertEquals(List.of("plan=1"), slots.get(3_599, "plan"));
        assertEquals(List.of("plan=1"), slots.get(3_600, "plan"));
    }

    @Test
    void reading_refreshes_it_and_only_it() {
        slots.set("plan", "1", 3_600);
        slots.set("other", "2", 3_600);
        slots.get(3_599, "plan");
        assertEquals(List.of("plan=1"), slots.get(3_600, "plan", "other"));
        assertEquals(List.of("plan=1"), slots.get(7_199, "plan"));
        assertEquals(List.of(), slots.get(7_199 + 3_600, "plan"));
    }

    @Test
    void all_are_those_that_live_by_the_graph_or_by_a_heartbeat() {
        slots.set("a", "1", 10);
        slots.set("b", "2", 100);
        slots.set("c", "3", 10);
        slots.get(9, "a");
        assertEquals(List.of("a=1", "b=2"), slots.all(18));
        assertEquals(List.of("a=1", "b=2"), slots.all(27));
        assertEquals(List.of("b=2"), slots.all(37));
        assertEquals(List.of(), slots.all(137));
    }

    @Test
    void a_reader_whose_clock_is_behind_takes_nothing_away() {
        slots.set("plan", "1", 60);
        slots.get(50, "plan");
        slots.get(10, "plan");
        assertEquals(List.of("plan=1"), slots.get(109, "plan"));
    }

    @Test
    void what_is_set_after_a_reading_lives_as_it_was_set() {
        slots.set("plan", "1", 3_600);
        slots.get(3_000, "plan");
        slots.set("plan", "2", 10);
        assertEquals(List.of("plan=2"), slots.get(9, "plan"));
        assertEquals(List.of(), slots.get(19, "plan"));
    }

    @Test
    void names_and_conversations_do_not_mix() {
        slots.set("plan", "1", 60);
        assertEquals(List.of(), slots.in("b").get(0, "plan"));
        assertEquals(List.of(), slots.in("b").all(0));
        // One string of parts, cut at another place.
        slots.in("a").set("b\u001fc", "2", 60);
        assertEquals(List.of(), slots.in("a\u001fb").get(0, "c"));
        assertEquals(0, slots.in("a\u001fb").delete(0, "c"));
        assertEquals(List.of("b\u001fc=2"), slots.in("a").all(0));
    }

    @Test
    void delete_returns_the_number_of_unexpired_slots() {
        slots.set("a", "1", 60);
        slots.set("b", "2", 10);
        slots.set("c", "3", 10);
        slots.get(9, "c");
        assertEquals(2, slots.delete(15, "a", "b", "c", "d"));
        assertEquals(List.of(), slots.all(0));
        assertEquals(0, slots.count());
        assertEquals(0, slots.delete(15, "a"));
    }

    @Test
    void clearing_leaves_nothing_of_the_conversation_expired_or_not() {
        slots.set("a", "1", 60);
        slots.set("b", "2", 10);
        slots.in("other").set("a", "1", 60);
        assertEquals(1, slots.clear(20));
        assertEquals(1, slots.count());
        assertEquals(0, slots.clear(20));
        assertEquals(List.of("a=1"), slots.in("other").all(0));
    }

    @Test
    void a_deleted_slot_that_was_read_does_not_come_back() {
        slots.set("a", "1", 60);
        slots.get(50, "a");
        slots.clear(50);
        assertEquals(List.of(), slots.all(51));
        slots.flush();
        assertEquals(List.of(), slots.all(51));
        assertEquals(0, slots.waiting());
    }

    @Test
    void sweeping_takes_what_has_expired_in_batches_and_spares_what_was_read() {
        for (String name : List.of("a", "b", "c", "d", "e")) {
            slots.set(name, "1", 10);
        }
        slots.set("long", "1", 60);
        slots.get(9, "b");
        assertEquals(2, slots.sweep(15, 2));
        assertEquals(2, slots.sweep(15, 2));
        assertEquals(0, slots.sweep(15, 2));
        assertEquals(List.of("b=1", "long=1"), slots.all(15));
        assertEquals(1, slots.sweep(40, 10));
    }

    @Test
    void without_a_workspace_nothing_is_read() {
        slots.set("a", "1", 60);
        slots.graph().run("MATCH (n:workspace {workspace_id: $w}) SET n.deleted_at = $now");
        String refused =
                assertThrows(OxgraphException.class, () -> slots.all(0)).getMessage();
        assertEquals(true, refused.contains(WORKSPACE_NOT_FOUND.code()));
        slots.graph()
                .refused(
                        WORKSPACE_NOT_FOUND, "CALL oxgraph.working_get($w, 'talk', null, $now) YIELD name RETURN name");
    }

    @Test
    void what_is_asked_is_checked() {
        TestGraph graph = slots.graph();
        graph.refused(INVALID_INPUT, "CALL oxgraph.working_get($w, null, null, $now) YIELD name RETURN name");
        graph.refused(INVALID_INPUT, "CALL oxgraph.working_get($w, 'talk', null, null) YIELD name RETURN name");
        graph.refused(
                INVALID_INPUT,
                "CALL oxgraph.working_get($w, 'talk', $names, $now) YIELD name RETURN name",
                "names",
                Collections.nCopies(1_001, "a"));
        assertEquals(
                List.of(),
                graph.run(
                        "CALL oxgraph.working_get($w, 'talk', $names, $now) YIELD name RETURN name",
                        "names",
                        Collections.singletonList(null)));
    }
}
