package io.oxgraph.working;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.testing.Neo4jExtension;
import io.oxgraph.testing.TestGraph;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/** Heartbeats are written later, and never over a newer write of the slot. */
@Tag("deep")
@ExtendWith(Neo4jExtension.class)
class HeartbeatWriterTest {
    private Slots slots;

    @BeforeEach
    void fresh(TestGraph graph) {
        slots = new Slots(graph);
    }

    @Test
    void what_the_readers_clocks_gave_is_written_and_then_forgotten() {
        slots.set("a", "1", 60);
        slots.set("b", "1", 60);
        slots.get(30, "a", "b");
        slots.get(40, "a");
        assertEquals(2, slots.waiting());
        assertEquals(60, slots.end("a"));
        slots.flush();
        assertEquals(List.of(100L, 90L), List.of(slots.end("a"), slots.end("b")));
        assertEquals(0, slots.waiting());
        assertEquals(List.of("a=1"), slots.get(99, "a", "b"));
    }

    @Test
    void writing_it_does_not_make_later_readings_void() {
        slots.set("a", "1", 60);
        for (int second = 50; second < 1_000; second += 50) {
            assertEquals(List.of("a=1"), slots.get(second, "a"));
            if (second % 100 == 0) {
                slots.flush();
            }
        }
        slots.flush();
        assertEquals(950 + 60, slots.end("a"));
    }

    @Test
    void a_slot_that_was_set_since_keeps_its_own_end() {
        slots.set("a", "1", 3_600);
        slots.get(3_000, "a");
        slots.set("a", "2", 10);
        slots.flush();
        assertEquals(10, slots.end("a"));
        assertEquals(0, slots.waiting());
    }

    @Test
    void a_reader_that_saw_the_slot_before_it_was_set_does_not_disturb() {
        slots.set("a", "1", 3_600);
        try (Transaction tx = slots.graph().database().beginTx()) {
            slots.in(tx, 0);
            slots.set("a", "2", 10);
            slots.get(5, "a");
            slots.in(tx, 3_000).get(new SlotOwner("", "talk"), List.of("a"));
        }
        slots.flush();
        assertEquals(15, slots.end("a"));
    }

    @Test
    void a_setting_that_is_under_way_is_waited_for_and_wins() {
        slots.set("a", "1", 3_600);
        slots.set("b", "1", 3_600);
        slots.get(100, "a", "b");
        CompletableFuture<Void> flushed;
        try (Transaction tx = slots.graph().database().beginTx()) {
            Node node = tx.findNode(() -> "slot", "id", slots.id("a"));
            node.setProperty("version", "another");
            flushed = CompletableFuture.runAsync(slots::flush);
            flushed.completeOnTimeout(null, 200, TimeUnit.MILLISECONDS).join();
            tx.commit();
        }
        slots.flush();
        assertEquals(List.of(3_600L, 3_700L), List.of(slots.end("a"), slots.end("b")));
        assertEquals(0, slots.waiting());
    }

    @Test
    void a_locked_slot_does_not_delay_others_for_long() {
        IntStream.range(0, 20).forEach(number -> slots.set("s" + number, "1", 60));
        String[] names = IntStream.range(0, 20).mapToObj(number -> "s" + number).toArray(String[]::new);
        slots.get(30, names);
        try (Transaction tx = slots.graph().database().beginTx()) {
            tx.acquireWriteLock(tx.findNode(() -> "slot", "id", slots.id("s7")));
            slots.flush();
            assertEquals(1, slots.waiting());
            assertEquals(90, slots.end("s19"));
        }
        assertEquals(List.of("s7=1"), slots.get(89, "s7"));
        slots.flush();
        assertEquals(149, slots.end("s7"));
    }

    @Test
    void a_workspace_that_is_purged_takes_its_heartbeats_along() {
        slots.set("a", "1", 60);
        slots.get(30, "a");
        slots.graph().run("MATCH (n:_mem {workspace_id: $w}) WHERE NOT n:workspace DETACH DELETE n");
        slots.flush();
        assertEquals(0, slots.waiting());
        assertEquals(0, slots.count());
    }

    @Test
    void a_slot_being_written_is_never_missed_by_readers() {
        slots.set("a", "1", 10);
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            while (!done.get()) {
                slots.flush();
            }
        });
        try {
            for (int step = 1; step <= 400; step++) {
                assertEquals(List.of("a=1"), step % 2 == 0 ? slots.get(step * 9L, "a") : slots.all(step * 9L));
            }
        } finally {
            done.set(true);
            writer.join();
        }
        slots.flush();
        assertTrue(slots.end("a") >= 400 * 9);
    }

    @Test
    void the_plugin_writes_by_itself() throws InterruptedException {
        slots.set("a", "1", 60);
        String get = "CALL oxgraph.working_get($w, 'talk', ['a'], $later) YIELD value RETURN value";
        assertEquals("1", slots.graph().value(get, "later", TestGraph.NOW.plusSeconds(59)));
        assertEquals("1", slots.graph().value(get, "later", TestGraph.NOW.plusSeconds(100)));
        for (int tries = 0; tries < 100 && slots.end("a") < 160; tries++) {
            Thread.sleep(100);
        }
        assertEquals(160, slots.end("a"));
    }
}
