package io.oxgraph.guard;

import io.oxgraph.guard.Revisions.Position;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Issues strictly increasing revision numbers (milliseconds since 1970 × 2^16, or the last one plus 1 if greater) and
 * tracks which are in flight. A transaction draws all its numbers at once, right before it writes them.
 *
 * <p>The kernel calls afterCommit or afterRollback for every beforeCommit that returned. If it ever fails to (out of
 * memory), the range becomes unreachable, and the clock releases it once the garbage collector has cleared the weak
 * reference.
 */
final class RevisionClock {
    private static final int COUNTER_BITS = 16;

    private final LongSupplier millis;
    /** After a panic a transaction reported as failed may be durable; only the next start tells. */
    private final BooleanSupplier panicked;

    private final TreeMap<Long, InFlight> inFlight = new TreeMap<>();
    private long last;

    RevisionClock(LongSupplier millis) {
        this(millis, () -> false);
    }

    RevisionClock(LongSupplier millis, BooleanSupplier panicked) {
        this.millis = millis;
        this.panicked = panicked;
    }

    /** Makes later numbers greater than this one; whether it is greater than all that were drawn. */
    synchronized boolean startAbove(long greatest) {
        boolean isGreater = greatest > last;
        last = Math.max(last, greatest);
        return isGreater;
    }

    /** Whether a transaction has drawn numbers and not ended. */
    synchronized boolean hasInFlight() {
        return position().inFlight() > 0;
    }

    /** Draws consecutive numbers, in flight until the transaction ends. */
    synchronized RevisionRange draw(int count) {
        long now = millis.getAsLong();
        long first = Math.max(last + 1, now << COUNTER_BITS);
        last = first + count - 1;
        RevisionRange ticket = new RevisionRange(first);
        inFlight.put(first, new InFlight(new WeakReference<>(ticket), now));
        return ticket;
    }

    /** Marks a transaction as committed and visible. */
    synchronized void committed(RevisionRange ticket) {
        inFlight.remove(ticket.first());
    }

    /** Marks a transaction as rolled back. */
    synchronized void rolledBack(RevisionRange ticket) {
        if (!panicked.getAsBoolean()) {
            inFlight.remove(ticket.first());
        }
    }

    /** The position up to which no revision is in flight. */
    synchronized Position position() {
        if (!panicked.getAsBoolean()) {
            inFlight.values().removeIf(InFlight::isGone);
        }
        Map.Entry<Long, InFlight> least = inFlight.firstEntry();
        return least == null
                ? new Position(last, 0, null)
                : new Position(
                        least.getKey() - 1,
                        inFlight.size(),
                        time(least.getValue().sinceMillis()));
    }

    /** The greatest number that was drawn. */
    synchronized long last() {
        return last;
    }

    /** The current time of the clock. */
    ZonedDateTime now() {
        return time(millis.getAsLong());
    }

    private static ZonedDateTime time(long millis) {
        return Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC);
    }

    /**
     * A transaction that has drawn numbers and not ended.
     *
     * @param ticket weak reference, cleared once the transaction is unreachable
     * @param sinceMillis time at which it drew them, milliseconds since 1970
     */
    record InFlight(WeakReference<RevisionRange> ticket, long sinceMillis) {
        boolean isGone() {
            return ticket.get() == null;
        }
    }

    /**
     * The revision numbers of one transaction. Only the transaction references it, so that the clock can release
     * unreachable ranges.
     */
    static final class RevisionRange {
        private final long first;
        private long next;

        RevisionRange(long first) {
            this.first = first;
            this.next = first;
        }

        long first() {
            return first;
        }

        /** The next number of the range. */
        long next() {
            return next++;
        }
    }
}
