package io.oxgraph.guard;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Numbers that only grow: milliseconds since 1970 × 2^16, or one more than the last where that is not more. */
final class RevisionClock {
    private static final int COUNTER_BITS = 16;

    private final AtomicLong last = new AtomicLong();
    private final LongSupplier millis;

    RevisionClock(LongSupplier millis) {
        this.millis = millis;
    }

    long next() {
        long wall = millis.getAsLong() << COUNTER_BITS;
        return last.updateAndGet(previous -> Math.max(previous + 1, wall));
    }
}
