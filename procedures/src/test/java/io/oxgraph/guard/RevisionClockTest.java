package io.oxgraph.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RevisionClockTest {
    @Test
    void it_follows_the_wall_clock_and_never_goes_back() {
        AtomicLong millis = new AtomicLong(5);
        RevisionClock clock = new RevisionClock(millis::get);
        assertEquals(5L << 16, clock.next());
        assertEquals((5L << 16) + 1, clock.next());
        millis.set(3);
        assertEquals((5L << 16) + 2, clock.next());
        millis.set(6);
        assertEquals(6L << 16, clock.next());
    }

    @Test
    void no_number_comes_twice() {
        RevisionClock clock = new RevisionClock(() -> 1);
        Set<Long> numbers = ConcurrentHashMap.newKeySet();
        IntStream.range(0, 10_000).parallel().forEach(i -> numbers.add(clock.next()));
        assertEquals(10_000, numbers.size());
    }
}
