package io.oxgraph.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.oxgraph.guard.RevisionClock.RevisionRange;
import io.oxgraph.guard.Revisions.Position;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RevisionClockTest {
    private final AtomicLong millis = new AtomicLong(5);
    private final AtomicBoolean panicked = new AtomicBoolean();
    private final RevisionClock clock = new RevisionClock(millis::get, panicked::get);

    @Test
    void it_follows_the_wall_clock_and_never_goes_back() {
        assertEquals(5L << 16, clock.draw(1).next());
        assertEquals((5L << 16) + 1, clock.draw(1).next());
        millis.set(3);
        assertEquals((5L << 16) + 2, clock.draw(1).next());
        millis.set(6);
        assertEquals(6L << 16, clock.draw(1).next());
    }

    @Test
    void it_starts_above_what_is_there() {
        clock.startAbove(7L << 16);
        assertEquals(7L << 16, clock.position().position());
        assertEquals((7L << 16) + 1, clock.draw(1).next());
        clock.startAbove(1);
        assertEquals((7L << 16) + 2, clock.draw(1).next());
    }

    @Test
    void a_transaction_draws_all_of_its_numbers_at_once() {
        RevisionRange ticket = clock.draw(3);
        assertEquals((5L << 16) + 3, clock.draw(1).next());
        assertEquals(5L << 16, ticket.next());
        assertEquals((5L << 16) + 1, ticket.next());
        assertEquals((5L << 16) + 2, ticket.next());
    }

    @Test
    void no_number_comes_twice() {
        RevisionClock stopped = new RevisionClock(() -> 1);
        Set<Long> numbers = ConcurrentHashMap.newKeySet();
        IntStream.range(0, 10_000).parallel().forEach(i -> {
            RevisionRange ticket = stopped.draw(2);
            numbers.add(ticket.next());
            numbers.add(ticket.next());
            stopped.committed(ticket);
        });
        assertEquals(20_000, numbers.size());
        assertEquals(0, stopped.position().inFlight());
    }

    @Test
    void the_position_stays_below_the_first_that_is_in_flight() {
        assertEquals(new Position(0, 0, null), clock.position());
        RevisionRange first = clock.draw(2);
        millis.set(9);
        RevisionRange second = clock.draw(1);
        ZonedDateTime since = ZonedDateTime.of(1970, 1, 1, 0, 0, 0, 5_000_000, ZoneOffset.UTC);
        assertEquals(new Position(first.first() - 1, 2, since), clock.position());
        clock.committed(second);
        assertEquals(first.first() - 1, clock.position().position());
        clock.rolledBack(first);
        assertEquals(new Position(second.first(), 0, null), clock.position());
    }

    @Test
    void the_range_of_an_unreachable_transaction_is_released() throws InterruptedException {
        clock.draw(1);
        long started = System.nanoTime();
        while (clock.position().inFlight() > 0) {
            assertTrue(System.nanoTime() - started < 30_000_000_000L, "it is still held");
            System.gc();
            Thread.sleep(10);
        }
        assertNull(clock.position().waitingSince());
    }

    @Test
    void after_a_panic_nothing_moves_on() {
        RevisionRange ticket = clock.draw(1);
        panicked.set(true);
        clock.rolledBack(ticket);
        assertEquals(1, clock.position().inFlight());
        assertFalse(clock.position().position() >= ticket.first());
    }
}
